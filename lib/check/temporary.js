/** A copy that only its owner can read, for checkers that take a path; gone when the check is over. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
/**
 * @param root folder of temporary files, usually `os.tmpdir()`.
 * @param name file name of the copy, without folders.
 * @throws what the file system or `body` throws; the copy is removed first.
 */
export async function withTemporaryCopy(root, name, bytes, body) {
    const folder = await mkdtemp(join(root, 'shooty-check-'));
    try {
        const path = join(folder, name);
        await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
        return await body(path);
    }
    finally {
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
}
