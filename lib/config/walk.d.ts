import { type ConfigIssue, type KeyPath } from './issue.ts';
/** The part of a schemastery schema that is read here. */
export interface SchemaNode {
    readonly type: string;
    readonly meta: {
        readonly required?: boolean | undefined;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly step?: number | undefined;
        readonly default?: unknown;
        readonly description?: unknown;
    };
    readonly dict?: Readonly<Record<string, SchemaNode>> | undefined;
    readonly list?: readonly SchemaNode[] | undefined;
    readonly inner?: SchemaNode | undefined;
    readonly value?: unknown;
}
/**
 * @param issues gets one entry per problem.
 * @returns a detached copy without what is wrong or null; undefined when nothing is left.
 */
export declare function walk(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown;
