import type { GuardSettings, Point, PointGuard, SessionRef } from '../types.ts';
export interface Roster {
    /** In the order in which they run. */
    at(point: Point, session: SessionRef | null): readonly PointGuard[];
    /** Every guard whatever its Point; with a session, its runtime guard too. */
    all(session: SessionRef | null): readonly PointGuard[];
    /** Whether any guard could run at this Point, in any session. */
    needed(point: Point): boolean;
    /** @returns the disposer; twice is a no-op. @throws GuardError when the name is taken. */
    register(guard: PointGuard, settings: GuardSettings): () => void;
    /** Settings of the script guards, registered ones included. */
    settings(): readonly GuardSettings[];
    onChange(listener: () => void): void;
}
export interface RosterParts {
    /** Run before every script guard. */
    readonly first: readonly PointGuard[];
    readonly scripts: readonly {
        readonly guard: PointGuard;
        readonly settings: GuardSettings;
    }[];
    /** Run after every script guard. */
    readonly last: readonly PointGuard[];
    /** The session's runtime guard, if the human set one. */
    runtimeGuard(session: SessionRef): PointGuard | null;
    /** Whether some session may have a runtime guard, now or once it is resumed. */
    runtimeGuardPossible(): boolean;
    /** Whether some session may have a guard on that the configuration has off. */
    switchedOn(name: string): boolean;
}
export declare function createRoster(parts: RosterParts): Roster;
