/**
 * Finds the first error of a JSON text and says where it is. Iterative, so that depth costs memory
 * and no stack; linear in the length of the text. Builds no value.
 */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SPACE = /[ \t\r\n]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS = new Set(['true', 'false', 'null']);
/** @param lenient true allows comments and a comma before a closing bracket (JSON with comments). */
export function scanJson(text, lenient) {
    return new Scan(text, lenient).run();
}
class Scan {
    at = 0;
    expect = 'value';
    /** Closing brackets that are still owed. */
    open = [];
    text;
    lenient;
    constructor(text, lenient) {
        this.text = text;
        this.lenient = lenient;
    }
    run() {
        for (;;) {
            const problem = this.skip() ?? (this.at >= this.text.length ? this.finish() : this.step());
            if (problem !== null)
                return problem;
            if (this.at >= this.text.length && this.expect === 'end-of-text')
                return null;
        }
    }
    finish() {
        if (this.expect === 'end-of-text')
            return null;
        const closing = this.open.at(-1);
        return this.problem(closing === undefined ? 'the text ends where a value was expected' : `the text ends before "${closing}"`);
    }
    step() {
        const char = this.text[this.at] ?? '';
        switch (this.expect) {
            case 'end-of-text': return this.problem(`unexpected ${named(char)} after the end of the value`);
            case 'colon': return char === ':' ? this.take('value') : this.problem(`expected ":" after the key, found ${named(char)}`);
            case 'comma-or-end': return this.commaOrEnd(char);
            case 'key':
            case 'key-or-end': return this.key(char);
            case 'value':
            case 'value-or-end': return this.value(char);
        }
    }
    commaOrEnd(char) {
        const closing = this.open.at(-1) ?? ']';
        if (char === closing)
            return this.close();
        if (char === ',')
            return this.take(closing === '}' ? (this.lenient ? 'key-or-end' : 'key') : this.lenient ? 'value-or-end' : 'value');
        return this.problem(`expected "," or "${closing}", found ${named(char)}`);
    }
    key(char) {
        if (char === '}' && this.expect === 'key-or-end')
            return this.close();
        if (char === '"')
            return this.string('colon');
        return this.problem(char === '}' ? 'a comma before "}"' : `expected a key in double quotes, found ${named(char)}`);
    }
    value(char) {
        if (char === '{' || char === '[') {
            this.open.push(char === '{' ? '}' : ']');
            return this.take(char === '{' ? 'key-or-end' : 'value-or-end');
        }
        if (char === ']' && this.open.at(-1) === ']')
            return this.expect === 'value-or-end' ? this.close() : this.problem('a comma before "]"');
        if (char === '"')
            return this.string(this.after());
        const word = this.match(WORD);
        if (word !== '')
            return LITERALS.has(word) ? this.advance(word.length, this.after()) : this.problem(`"${word.slice(0, 40)}" is not a JSON value`);
        const number = this.match(NUMBER);
        if (number === '')
            return this.problem(`expected a value, found ${named(char)}`);
        return this.advance(number.length, this.after());
    }
    string(next) {
        this.at += 1;
        for (;;) {
            this.at += this.match(PLAIN).length;
            const char = this.text[this.at];
            if (char === '"')
                return this.take(next);
            if (char === undefined)
                return this.problem('the text ends inside a string');
            if (char !== '\\')
                return this.problem('a line break or control character inside a string');
            const escape = this.match(ESCAPE);
            if (escape === '')
                return this.problem('a backslash that begins no JSON escape');
            this.at += escape.length;
        }
    }
    /** White space, and comments where they are allowed. */
    skip() {
        for (;;) {
            this.at += this.match(SPACE).length;
            if (this.text[this.at] !== '/')
                return null;
            const block = this.text.startsWith('/*', this.at);
            if (!block && !this.text.startsWith('//', this.at))
                return null;
            if (!this.lenient)
                return this.problem('a comment');
            const end = this.text.indexOf(block ? '*/' : '\n', this.at + 2);
            if (end < 0 && block)
                return this.problem('a comment that is never closed');
            this.at = end < 0 ? this.text.length : end + (block ? 2 : 1);
        }
    }
    close() {
        this.open.pop();
        return this.take(this.after());
    }
    after() {
        return this.open.length === 0 ? 'end-of-text' : 'comma-or-end';
    }
    take(next) {
        return this.advance(1, next);
    }
    advance(units, next) {
        this.at += units;
        this.expect = next;
        return null;
    }
    match(pattern) {
        pattern.lastIndex = this.at;
        return pattern.exec(this.text)?.[0] ?? '';
    }
    problem(message) {
        return { message, offset: this.at };
    }
}
function named(char) {
    return char < ' ' ? 'a control character' : `"${char}"`;
}
