const CODES = {
    UNKNOWN_TOOL: 'unknown-tool',
    INVALID_ARGS: 'arguments', INVALID_ARGUMENT: 'arguments', INVALID_REQUEST: 'arguments', WEB_INVALID_URL: 'arguments', SEARCH_INVALID_PATTERN: 'arguments',
    META_INVALID: 'arguments', BAD_INTENT: 'arguments', EMPTY_QUESTIONS: 'arguments', UNSUPPORTED_OPTION: 'arguments', LSP_UNSUPPORTED_OPERATION: 'arguments',
    FS_NOT_FOUND: 'not-found', FS_NOT_DIRECTORY: 'not-found',
    FS_PERMISSION_DENIED: 'permission', INVALID_CREDENTIAL: 'permission', MISSING_CREDENTIAL: 'permission', WEB_PROVIDER_CREDENTIAL_MISSING: 'permission', AUTH: 'permission',
    FS_SANDBOX_DENIED: 'refused', WEB_BLOCKED_URL: 'refused', WEB_REDIRECT_BLOCKED: 'refused',
    FS_EDIT_NOT_FOUND: 'edit-mismatch', FS_AMBIGUOUS_EDIT: 'edit-mismatch', FS_STALE_VERSION: 'edit-mismatch', FS_NOT_OBSERVED: 'edit-mismatch',
    FS_NOT_TEXT: 'unsuitable', FS_NOT_REGULAR_FILE: 'unsuitable', FS_TOO_LARGE: 'unsuitable', SEARCH_RAW_OUTPUT_OVERFLOW: 'unsuitable', WEB_FETCH_TOO_LARGE: 'unsuitable',
    WEB_UNSUPPORTED_CONTENT_TYPE: 'unsuitable', IMAGE_TYPE_MISMATCH: 'unsuitable', CONTEXT_WINDOW_EXCEEDED: 'unsuitable',
    SCRIPT_PARSE: 'syntax',
    RATE_LIMIT: 'infrastructure', SERVER: 'infrastructure', STREAM_CLOSED: 'infrastructure', EMPTY_RESPONSE: 'infrastructure', WEB_FETCH_TIMEOUT: 'infrastructure',
    LLM_STREAM_IDLE_TIMEOUT: 'infrastructure', SANDBOX_UNAVAILABLE: 'infrastructure',
};
/** In order; for codes of other plugins and of hosts to come. */
const BY_NAME = [
    [/RATE_?LIMIT|OVERLOAD|TOO_MANY_REQUESTS|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH/, 'infrastructure'],
    [/TIME_?OUT/, 'timeout'],
    [/NOT_ALLOWED|BLOCKED|FORBIDDEN_BY|REFUSED|_DENIED_BY/, 'refused'],
    [/PERMISSION|ACCESS_DENIED|UNAUTHORI[SZ]ED|FORBIDDEN|^EACCES$|^EPERM$|CREDENTIAL/, 'permission'],
    [/NOT_FOUND|^ENOENT$|^ENOTDIR$/, 'not-found'],
    [/SYNTAX|PARSE/, 'syntax'],
    [/TOO_LARGE|UNSUPPORTED/, 'unsuitable'],
    [/INVALID/, 'arguments'],
];
/** Codes that say only who failed; the text says how. */
const BY_TEXT = new Set(['WEB_PROVIDER_ERROR', 'CODE_RUN_FAILED', 'SEARCH_FAILED', 'FS_IO_ERROR', 'INVALID_TOOL_OUTPUT', 'UNKNOWN', 'TOOL_TIMEOUT']);
/** @returns null when the code says nothing of the kind of failure. */
export function classOfCode(code) {
    if (code === null || BY_TEXT.has(code))
        return null;
    if (Object.hasOwn(CODES, code))
        return CODES[code] ?? null;
    return BY_NAME.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
/** The call was stopped by the user or by the host; not a failure of anything. */
export function isCancellationCode(code) {
    return code !== null && /(?:^|_)(?:ABORTED|ABORT|CANCELL?ED)(?:_|$)/.test(code);
}
