/**
 * A program in another language, given as text: which paths it names and whether it calls one of
 * that language's writing functions. Not a parser of those languages: string literals and words
 * that look like paths are read, computed names are not.
 */
/** Characters of a program that are read; the rest only counts for the writing functions. */
const MAX_PROGRAM = 131_072;
const MAX_LITERALS = 2_000;
const MAX_JOINED = 6;
const MAX_COMMANDS = 40;
const OPEN_TO_WRITE = /\bopen\w*\s*\((?:[^()]|\([^()]{0,200}\)){0,300}?,\s*(?:mode\s*=\s*)?(?!["']r[bt]?["']|encoding|errors|newline|buffering)[^\s)]/;
const WRITERS = {
    python: [
        OPEN_TO_WRITE, /\.open\s*\(\s*(?:mode\s*=\s*)?["'](?:r\+|[wax])/, /\bwrite_(?:text|bytes)\b/, /\bshutil\s*\.\s*(?:copy|move|rmtree|chown|unpack)/, /\bfileinput\b[\s\S]{0,2000}inplace/, /\bmmap\b/,
        /\bos\s*\.\s*(?:rename|replace|remove|unlink|rmdir|removedirs|renames|truncate|link|symlink|chmod|chown|open|mkdir|makedirs)\b/, /\.(?:unlink|rename|rmdir|remove|touch|chmod|symlink_to|hardlink_to|to_csv|to_json|truncate)\s*\(/, /\bfrom\s+shutil\s+import\b|\bfrom\s+os\s+import\s[^\n]{0,200}(?:rename|replace|remove|unlink|rmdir|truncate|link|chmod|open|system|\*)/, /\bsavetxt\b|\bsavefig\b/,
    ],
    javascript: [
        /\b(?:write|append)(?:Text)?File(?:Sync)?\b/, /\b(?:rm|rmdir|unlink|rename|truncate|ftruncate|chmod|chown|link|symlink|cp|copyFile|mkdir|mkdtemp)(?:Sync)?\s*\(/, /\bcreateWriteStream\b/, /\bopen(?:Sync)?\s*\([^)]{0,300},\s*["'`](?:r\+|[wa])/,
        /\bDeno\s*\.\s*(?:write|remove|rename|copyFile|truncate|link|symlink|chmod|open|create|mkdir)/, /\bBun\s*\.\s*(?:write|file)/, /\boutput(?:File|Json)(?:Sync)?\b/,
    ],
    perl: [/\bopen\b[^;]{0,300}["']\s*\+?>/, /\bopen\b[^;]{0,300}["']\+</, /\b(?:unlink|rename|truncate|chmod|chown|link|symlink|rmtree|remove_tree|copy|move|sysopen|spew|write_file|edit_file)\b/, /\$\^I\b/, /->(?:spew|append|remove|move|copy)/],
    ruby: [/\b(?:File|IO|Pathname)\s*\.?\s*(?:bin)?(?:write|delete|unlink|rename|truncate|chmod|link|symlink)\b/, /\bopen\s*\(?[^)]{0,300},\s*["'](?:r\+|[wa])/, /\bFileUtils\b/, /\.(?:write|delete|unlink|rename)\b/],
    php: [/\b(?:file_put_contents|unlink|rename|copy|rmdir|ftruncate|symlink|link|chmod|mkdir|move_uploaded_file)\s*\(/, /\bf?open\s*\([^)]{0,300},\s*["'](?:r\+|[waxc])/],
    lua: [/\bio\s*\.\s*(?:open\s*\([^)]{0,300},\s*["'](?:r\+|[wa])|output)/, /\bos\s*\.\s*(?:remove|rename)\b/],
    awk: [/\bprintf?\b[^}]{0,500}>/, /\binplace\b/],
    powershell: [/\b(?:Set|Add|Clear)-Content\b|\bOut-File\b|\b(?:Remove|Move|Copy|New|Rename|Set)-Item\b|\bTee-Object\b|\bExport-\w+|\bSet-Acl\b|\bInvoke-(?:WebRequest|RestMethod)\b/i, /\[(?:System\.)?IO\.(?:File|Directory)[^\]]{0,40}\]::(?:Write|Append|Delete|Move|Copy|Create|Open|Replace|Set)/i, /(?:^|[^-=<>])>{1,2}(?![=&>])/, /(?:^|[\s;|(])(?:sc|ac|ri|rm|del|erase|rd|mi|mv|move|ci|cp|copy|ni|ren|rni|tee)\s/i],
    r: [/\b(?:writeLines|write|cat|sink|file\.(?:remove|rename|copy|create)|unlink|saveRDS|write\.\w+)\s*\(/],
    julia: [/\b(?:write|rm|mv|cp|touch|symlink|chmod)\s*\(/, /\bopen\s*\([^)]{0,300},\s*"(?:r\+|[wa])/],
};
const RECURSIVE = /\brmtree\b|\bremove_tree\b|\brm_rf?\b|\brecursive\b|\brenames?(?:Sync)?\b|\bmove\b|\bmv\b|-Recurse|\bMove-Item\b/i;
const DELETES_THIS = /\b(?:rmtree|rmdir|removedirs|remove|unlink|rm|rm_rf?|rm_f|remove_dir|remove_entry\w*|remove_tree|rimraf|delete|(?:rm|rmdir|unlink|remove)Sync)\s*[( ]\s*(?:(?:pathlib\.)?Path\s*\(\s*)?[rbuf]?$|\bRemove-Item\s[^;|\n]*$/;
const DELETES_TREE = /\brmtree\b|\bremove_tree\b|\brm_rf?\b|\brimraf\b|\b(?:rm|rmdir)(?:Sync)?\s*\([^;\n]{0,300}\brecursive\b|\bRemove-Item\b[^;|\n]*-Recurse/i;
const RUNS_COMMANDS = /\bsubprocess\b|\bos\s*\.\s*(?:system|popen|exec\w*|spawn\w*)|\bpty\s*\.\s*spawn|\bchild_process\b|\bexec(?:File|a)?(?:Sync)?\s*\(|\bspawn(?:Sync)?\s*\(|\bsystem\s*[("'[]|\bqx\b|`|%x|\bpopen\b|\bshell_exec\b|\bpassthru\b|\bKernel\b|\bOpen3\b|\bBun\s*\.\s*\$|\bDeno\s*\.\s*Command|\bos\s*\.\s*execute|\bInvoke-Expression\b|\biex\b|\bbash\b|\bsh\s+-c\b/;
function readInlineProgram(language, text, args) {
    const program = withoutPatterns(language, text.slice(0, MAX_PROGRAM));
    const literals = literalsOf(language, program);
    const commands = RUNS_COMMANDS.test(program) ? commandsOf(literals, program) : [];
    if (!WRITERS[language].some(writer => writer.test(program)))
        return { paths: [], deep: new Set(), deleted: new Set(), commands };
    const recursive = RECURSIVE.test(program);
    const paths = new Set();
    const deep = new Set();
    const add = (path, whole = true) => {
        const plain = path.trim().replace(/^[+]?[<>]{1,2}\s*|^file:\/\//, '');
        // `'/'` and `'.'` are separators far more often than folders.
        if (/[\p{L}\p{N}]/u.test(plain) && plain.length <= 4_096 && !/[\n\0]/.test(plain)) {
            paths.add(plain);
            if (recursive && whole)
                deep.add(plain);
        }
    };
    const { joined, parts } = joinedPaths(literals, program);
    // A part of a joined path names a folder on the way, not one that is removed.
    literals.forEach((literal, index) => add(literal.value, !parts.has(index)));
    joined.forEach(({ path, whole }) => add(path, whole));
    for (const word of program.match(/(?<![\w.~@$:%+-])[\w.~@$:%+-]*(?:[\\/][\w.~@+-]+)+/g)?.slice(0, MAX_LITERALS) ?? [])
        add(word);
    if (language === 'powershell')
        for (const word of program.split(/[\s;|(){}'"`,]+/).slice(0, MAX_LITERALS))
            add(word);
    args.forEach(argument => add(argument));
    for (const folder of changedFolders(literals, program))
        [...paths].slice(0, MAX_LITERALS).forEach(path => add(`${folder}/${path}`, deep.has(path)));
    const named = literals.filter(literal => DELETES_THIS.test(program.slice(Math.max(0, literal.start - 40), literal.start))).map(literal => literal.value);
    // Where the path is not in the call itself, it may be any of those named.
    const deleted = new Set(named.length > 0 || !DELETES_TREE.test(program) ? named : deep);
    return { paths: [...paths], deep, deleted, commands };
}
/** Regular expressions say what is looked for, not what is done: `print if /copy/` copies nothing. */
function withoutPatterns(language, text) {
    if (!PATTERN_LANGUAGES.has(language))
        return text;
    return text.replace(/((?:^|[=~(,;{}!&|?]|\b(?:if|unless|and|or|not|split|grep|when|return|while|until|scan|gsub|sub|match)\b)[ \t]*(?:m|qr)?)\/(?:[^\/\\\n]|\\.){1,200}\/(?=[a-z]*(?:[\s;)},.&|]|$))/g, '$1/ /');
}
const PATTERN_LANGUAGES = new Set(['perl', 'ruby', 'awk', 'javascript']);
/** String literals with simple escapes undone; comments are skipped so that an apostrophe in one does no harm. */
function literalsOf(language, text) {
    const comment = language === 'javascript' ? /\/\/[^\n]*|\/\*[\s\S]{0,4000}?\*\// : language === 'php' ? /\/\/[^\n]*|#[^\n]*|\/\*[\s\S]{0,4000}?\*\// : language === 'lua' ? /--[^\n]*/ : /(?<![$\\&\w])#[^\n{]*/;
    const string = /"""([\s\S]{0,8000}?)"""|'''([\s\S]{0,8000}?)'''|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|`((?:[^`\\]|\\[\s\S])*)`|\b[qQ]w?[({[]([^)}\]]{0,2000})[)}\]]/;
    const scanner = new RegExp(`${comment.source}|${string.source}`, 'g');
    const literals = [];
    for (const match of text.matchAll(scanner)) {
        if (literals.length >= MAX_LITERALS)
            break;
        const body = match.slice(1).find(group => group !== undefined);
        if (body === undefined)
            continue;
        literals.push({ value: unescapeString(body), start: match.index, end: match.index + match[0].length });
    }
    return literals;
}
function unescapeString(body) {
    return body.replace(/\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,6})\}?|([0-7]{3})|([\s\S]))/g, (_all, hex, unicode, octal, plain) => {
        const code = hex ?? unicode;
        if (code !== undefined)
            return codePoint(parseInt(code, 16));
        if (octal !== undefined)
            return codePoint(parseInt(octal, 8));
        return ({ n: '\n', t: '\t', r: '\r', '\n': '' })[plain ?? ''] ?? plain ?? '';
    });
}
function codePoint(code) {
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
/** `'src/' + 'x'`, `'a' 'b'`, `join('src', 'x')`, `Path('src') / 'x'`. */
function joinedPaths(literals, text) {
    const joined = [];
    const parts = new Set();
    literals.forEach((literal, index) => {
        let sum = literal.value;
        const sums = [];
        const starts = !parts.has(index);
        for (let next = index + 1; next < Math.min(literals.length, index + MAX_JOINED); next++) {
            const right = literals[next];
            const between = text.slice(literals[next - 1].end, right.start);
            if (between.length > 24)
                break;
            if (/^\s*[+.]?\s*(?:\\\s*)?[rbuf]?\s*$/i.test(between))
                sum += right.value;
            else if (/^\s*,\s*$|^\s*\)?\s*\/\s*\(?\s*$|^\s*\)\s*\.\s*join(?:path)?\(\s*$/.test(between))
                sum = `${sum.replace(/\/+$/, '')}/${right.value}`;
            else
                break;
            sums.push(sum);
            // The comma of `move('a', 'b')` joins nothing; that of `join('a', 'b')` does.
            if (!between.includes(',') || parts.has(next - 1) || /(?:join\w*|resolve|Path)\s*\(\s*[rbuf]?$/i.test(text.slice(Math.max(0, literal.start - 24), literal.start)))
                parts.add(next - 1).add(next);
        }
        sums.forEach((path, at) => joined.push({ path, whole: starts && at === sums.length - 1 }));
    });
    return { joined: joined.slice(0, MAX_LITERALS), parts };
}
function changedFolders(literals, text) {
    return literals.filter(literal => /(?:chdir|cwd\s*[=:]|current_dir|Set-Location|\bcd)\s*\(?\s*[rbuf]?$/i.test(text.slice(Math.max(0, literal.start - 24), literal.start))).map(literal => literal.value).slice(0, 8);
}
/** Literals with a space may be shell text; a row of literals may be an argument vector. */
function commandsOf(literals, text) {
    const commands = [];
    let row = [];
    const flush = () => {
        if (row.length > 1)
            commands.push(row.map(item => item.value));
        row = [];
    };
    for (const literal of literals) {
        if (/\S\s+\S|>/.test(literal.value))
            commands.push(literal.value);
        const last = row.at(-1);
        if (last !== undefined && !/^\s*[,[]?\s*\[?\s*$/.test(text.slice(last.end, literal.start)))
            flush();
        row.push(literal);
    }
    flush();
    return commands.slice(0, MAX_COMMANDS);
}

export { readInlineProgram };
