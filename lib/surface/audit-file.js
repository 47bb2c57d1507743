/**
 * The audit file on disk: whole lines appended in one write, and rotation by size. Several processes may
 * append to one file: lines stay whole, and only one of them rotates at a time.
 */
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeThrown } from "../errors.js";
/** A rotation takes milliseconds; a lock this old was left by a process that died, milliseconds. */
const STALE_LOCK_MS = 10_000;
/** A write of another process is over by then, milliseconds. */
const SETTLE_MS = 20;
/** How often a rotation of another process is waited for; after that the old file grows on. */
const MAX_TRIES = 5;
const NEWLINE = 0x0a;
/** @param path absolute; missing folders are made, for the owner only. */
export function createAuditFile(path, limits) {
    return {
        async append(lines) {
            try {
                const text = Buffer.from(lines.map(line => `${line}\n`).join(''));
                await mkdir(dirname(path), { recursive: true, mode: 0o700 });
                const problem = await makeRoom(path, text.length, limits);
                return await appendText(path, text, lines, problem);
            }
            catch (error) {
                return { written: 0, problem: describeThrown(error) };
            }
        },
    };
}
async function appendText(path, text, lines, problem) {
    const file = await open(path, 'a+', 0o600);
    try {
        const start = await endsInsideLine(file) ? Buffer.from('\n') : Buffer.alloc(0);
        // One write of whole lines: the system does not let those of two processes run into each other.
        const { bytesWritten } = await file.write(Buffer.concat([start, text]));
        const landed = bytesWritten - start.length;
        if (landed >= text.length)
            return { written: lines.length, problem };
        return { written: wholeLines(lines, landed), problem: 'there is no room for more on the disk' };
    }
    finally {
        await file.close();
    }
}
/** A process that died, or a disk that was full, may have left half a line: the next one starts on its own. */
async function endsInsideLine(file) {
    if (!await lastByteIsOpen(file))
        return false;
    await sleep(SETTLE_MS);
    return await lastByteIsOpen(file);
}
async function lastByteIsOpen(file) {
    const found = await file.stat();
    if (!found.isFile() || found.size === 0)
        return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, found.size - 1);
    return bytesRead === 1 && buffer[0] !== NEWLINE;
}
function wholeLines(lines, bytes) {
    let used = 0;
    let whole = 0;
    for (const line of lines) {
        used += Buffer.byteLength(line) + 1;
        if (used > bytes)
            break;
        whole += 1;
    }
    return whole;
}
/** @returns why the file could not be rotated, or null. Records go on into the old file then. */
async function makeRoom(path, coming, limits) {
    const full = () => isFull(path, coming, limits);
    const lock = `${path}.lock`;
    try {
        for (let tries = 0; tries < MAX_TRIES && await full(); tries += 1) {
            if (await takeLock(lock))
                return await rotateLocked(path, lock, full, limits.keep);
            // Another process is at it, or died at it.
            await dropStaleLock(lock);
            await sleep(SETTLE_MS);
        }
        return null;
    }
    catch (error) {
        return `it could not be rotated: ${describeThrown(error)}`;
    }
}
async function rotateLocked(path, lock, full, keep) {
    try {
        // Asked again: another process may have rotated meanwhile, and its young file must stay.
        if (await full())
            await rotate(path, keep);
        return null;
    }
    finally {
        await unlink(lock).catch(() => undefined);
    }
}
async function takeLock(lock) {
    try {
        await (await open(lock, 'wx', 0o600)).close();
        return true;
    }
    catch (error) {
        if (hasCode(error, 'EEXIST'))
            return false;
        throw error;
    }
}
function sleep(ms) {
    return new Promise((resolve) => { setTimeout(resolve, ms); });
}
async function isFull(path, coming, limits) {
    const found = await stat(path).catch(ignoreMissing);
    return found !== null && found.isFile() && found.size > 0 && found.size + coming > limits.maxBytes;
}
async function rotate(path, keep) {
    for (let number = keep; number > 1; number -= 1)
        await rename(`${path}.${number - 1}`, `${path}.${number}`).catch(ignoreMissing);
    await rename(path, `${path}.1`);
}
async function dropStaleLock(lock) {
    const found = await stat(lock).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_LOCK_MS)
        await unlink(lock).catch(() => undefined);
}
function ignoreMissing(error) {
    if (!hasCode(error, 'ENOENT'))
        throw error;
    return null;
}
function hasCode(error, code) {
    return error instanceof Error && 'code' in error && error.code === code;
}
