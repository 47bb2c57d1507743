export interface RunnerPort {
    /** Waits for the next text of the host. Does not return once the host is gone. */
    read(): string;
    write(text: string): void;
}
/** The descriptors that the pool opens in the child. */
export declare const READ_FD = 3;
export declare const WRITE_FD = 4;
/**
 * @param gone ends this process; called when the host has closed its end or the stream is broken, because
 * no error of the transport may surface inside a script.
 */
export declare function createPipePort(gone: () => never): RunnerPort;
