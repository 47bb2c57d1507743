/** The JSON files whose tools read comments and trailing commas. One table; a wrong "error" costs more than a missed one. */
export declare function allowsComments(fileName: string, path: string): boolean;
