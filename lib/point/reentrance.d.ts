export interface Reentrance {
    enter<T>(sessionId: string, body: () => Promise<T>): Promise<T>;
    /** True inside a guard run of this session. */
    inside(sessionId: string): boolean;
}
export declare function createReentrance(): Reentrance;
