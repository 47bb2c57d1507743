export declare function closeBuiltins(): void;
