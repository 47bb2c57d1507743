export declare function prepareProcess(): void;
