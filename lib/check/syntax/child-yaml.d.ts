/** Syntax of YAML: any number of documents, unknown tags are fine, a repeated `<<` is fine. */
import type * as Yaml from 'yaml';
import type { Diagnostic } from '../../types.ts';
export declare function yamlProblems(yaml: typeof Yaml, text: string): Diagnostic[];
