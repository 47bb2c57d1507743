/**
 * @param source usually `process.env`.
 * @returns a complete environment. Relative folders leave PATH: what they hold is the workspace's to decide.
 */
export declare function checkerEnvironment(source: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): Record<string, string>;
