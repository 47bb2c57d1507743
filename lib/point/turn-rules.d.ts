/** The rules of a turn, without a host: what a claimed message means, whether a step happens, what the end of a turn asks for. Pure. */
/**
 * What a message means for the turn: `turn` begins a real user turn, `request` is what the user of a
 * subagent (its parent) wants now, `other` is a notice, a follow-up or steering by a plugin. Only where
 * it came from decides; what it says never does.
 */
export declare function meaningOf(sourceKind: string | undefined, isSubagent: boolean): 'turn' | 'request' | 'other';
export interface StepState {
    /** Messages that the step is entered with. */
    readonly messages: number;
    /** 1 for the first step of a turn. */
    readonly step: number;
    /** The turn's end was reached and no step has been entered since. */
    readonly ending: boolean;
    /** A tool has ended the turn. */
    readonly concluded: boolean;
}
/** Whether the host makes a request in this step anyway: a step that would not happen must not be brought about by a notice. */
export declare function stepHappens({ messages, step, ending, concluded }: StepState): boolean;
export interface TurnEnd {
    readonly cancelled: boolean;
    /** How the model's last answer ended; null where the host does not say. */
    readonly finish: string | null;
    readonly concluded: boolean;
}
/** The Point of this end; null where the agent did not end its turn on its own: cancelled, or out of tokens. */
export declare function pointOfEnd({ cancelled, finish, concluded }: TurnEnd): 'stop' | 'terminate' | null;
