export type ChildRequest = {
    readonly kind: 'yaml';
    readonly text: string;
}
/** `library`: absolute path of the project's `typescript.js`; null: Node's own type stripping. */
 | {
    readonly kind: 'typescript';
    readonly fileName: string;
    readonly text: string;
    readonly library: string | null;
};
export declare function parseRequest(input: string): ChildRequest | null;
