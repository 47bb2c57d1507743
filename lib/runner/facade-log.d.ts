import type { LogLine } from '../types.ts';
import type { FacadeKit } from './facade.ts';
export declare function createLog({ channel, expose }: FacadeKit): Record<LogLine['level'], (text: unknown, data?: unknown) => void>;
