import { OUTERMOST, createCommandLog } from "./commands.js";
import { UNKNOWN, textOf } from "./field.js";
/** Limits of one reading; what goes beyond makes the command unreadable, never slow. */
export const MAX_STEPS = 10_000;
export const MAX_WRITES = 2_000;
export const MAX_NESTING = 100;
export const MAX_PARSED = 2_097_152;
const MAX_QUESTIONS = 200;
/** Everything but the two entries that tie the parts together. */
export function createMachineState(host) {
    let steps = 0;
    let depth = 0;
    let parsed = 0;
    const writes = [];
    const asked = new Set();
    const gaps = new Set();
    const commands = createCommandLog();
    let around = OUTERMOST;
    return {
        writes,
        commands,
        get around() { return around; },
        within(change, inner) {
            const before = around;
            around = { ...around, ...change };
            try {
                return inner();
            }
            finally {
                around = before;
            }
        },
        met(program, args, world) {
            const index = commands.add(program, args, world.cwd, around);
            if (index === null)
                gaps.add('it runs more commands than can be followed');
            return index;
        },
        asked,
        gaps,
        resolve: host.resolve,
        isAbsolute: host.isAbsolute,
        write(world, target, options = {}) {
            // What runs on another machine changes that one.
            if (around.elsewhere)
                return;
            if (writes.length >= MAX_WRITES)
                gaps.add('it writes more files than can be followed');
            else
                writes.push(rawWrite(world, target, options, around.command));
        },
        step() {
            steps++;
            if (steps > MAX_STEPS)
                gaps.add('it has more steps than can be followed');
            return steps <= MAX_STEPS;
        },
        nested(inner) {
            if (depth >= MAX_NESTING) {
                gaps.add('it is nested more deeply than can be followed');
                return null;
            }
            depth++;
            try {
                return inner();
            }
            finally {
                depth--;
            }
        },
        mayParse(characters) {
            parsed += characters;
            if (parsed > MAX_PARSED)
                gaps.add('it holds more shell text than can be followed');
            return parsed <= MAX_PARSED;
        },
        ask(question, path) {
            const key = `${question} ${path}`;
            const answer = host.answers.get(key);
            if (answer === undefined && asked.size < MAX_QUESTIONS)
                asked.add(key);
            return answer;
        },
        absolute(world, field) {
            const text = textOf(field);
            if (text === null)
                return null;
            if (host.isAbsolute(text))
                return host.resolve('/', text);
            return world.cwd === null ? null : host.resolve(world.cwd, text);
        },
    };
}
function rawWrite(world, target, options, command) {
    return {
        command,
        target: target.text.includes('\0') ? UNKNOWN : target,
        via: options.via ?? 'program',
        kind: options.kind ?? 'write',
        cwd: world.cwd,
        links: world.links,
        deep: options.deep ?? false,
        only: options.only ?? null,
        into: options.into ?? [],
        intoOnly: options.intoOnly ?? false,
        plain: options.plain ?? false,
        tree: options.tree ?? false,
        entry: options.entry ?? false,
        ifExists: options.ifExists ?? false,
    };
}
