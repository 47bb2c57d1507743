/** One failure as a key that is the same for the same failure in another dress. */
import { createHash } from 'node:crypto';
import { foldMessage } from "./fold.js";
export function signatureOf(tool, failure) {
    const folded = foldMessage(failure.message);
    return { key: createHash('sha256').update(JSON.stringify([tool, failure.failureClass, folded])).digest('base64'), folded };
}
