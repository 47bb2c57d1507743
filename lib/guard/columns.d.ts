/** Column maps: made from the decoded mappings of a source map, and put one after the other. Lines never move. */
import type { SourceMapMappings } from '@jridgewell/sourcemap-codec';
import type { ColumnMap } from '../types.ts';
import type { Unpadded } from './empty-templates.ts';
/**
 * Keeps the lines on which something moved.
 * @param mappings lines that only a line feed ends, of the padded texts.
 */
export declare function columnMap(mappings: SourceMapMappings, own: Unpadded, compiled: Unpadded): ColumnMap;
/**
 * One map for two steps.
 * @param first from the own text to the text between; undefined: nothing moved.
 * @param second from the text between to the compiled text.
 */
export declare function chain(first: ColumnMap | undefined, second: ColumnMap): ColumnMap;
