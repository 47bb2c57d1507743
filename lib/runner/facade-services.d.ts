import type { FacadeKit } from './facade.ts';
type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;
export declare function createLlm({ channel, expose }: FacadeKit): Functions;
export declare function createDocuments({ input, channel, expose }: FacadeKit): Functions;
export declare function createProcess({ channel, expose }: FacadeKit): Functions;
export declare function createTools({ input, channel, expose }: FacadeKit): Functions;
export {};
