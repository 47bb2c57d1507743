/** Its name among guards and gates; no other may have it. */
export const RUNTIME_GUARD = 'runtime-guard';
export function runtimeGuardSettings(guard) {
    return {
        name: RUNTIME_GUARD,
        source: guard,
        trigger: 'stop',
        points: ['stop'],
        params: {},
        maxRounds: 3,
        allowTools: false,
        tools: null,
        agents: 'main',
        mode: 'enforce',
    };
}
