/**
 * Folds everything volatile that is no path: times, ids, hashes, numbers. Two tables, applied in
 * order: what holds slashes and is no path goes before the paths, the rest behind them, since paths
 * hold dates, hashes and numbers themselves. Decisions about numbers: up to five digits stay (exit
 * codes, statuses, ports of services, SQL states, error numbers), six and more go; positions in a
 * file go with it; a number that names an attempt, a process or a job goes.
 */
/** URLs, dates with slashes, hashes with slashes. */
export declare function foldAddresses(text: string): string;
export declare function foldMarks(text: string): string;
