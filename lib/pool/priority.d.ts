export interface Priority {
    lower(pid: number): void;
    /** @returns false where the system lets nobody raise it again. */
    restore(pid: number): boolean;
}
export declare const systemPriority: Priority;
