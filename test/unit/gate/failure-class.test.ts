import { describe, expect, it } from 'vitest'
import { ADVICE } from '../../../src/gate/failure/classes.ts'
import type { FailureClass } from '../../../src/gate/failure/classes.ts'
import { failureOf } from '../../../src/gate/failure/outcome.ts'
import type { JsonValue } from '../../../src/types.ts'
import { commandOf, resultOf } from '../../support/gate/gate-world.ts'

type Seen = FailureClass | 'none'

function ofError(tool: string, message: string, code: string | null = null, args: JsonValue = {}): Seen {
  return failureOf(commandOf(tool, args), resultOf(`Error: ${message}`, { message, code }), false)?.failureClass ?? 'none'
}
function ofAnswer(tool: string, text: string, args: JsonValue = tool === 'bash' ? { command: 'x' } : {}): Seen {
  return failureOf(commandOf(tool, args), resultOf(text), false)?.failureClass ?? 'none'
}

describe('the host\'s code gives the class, whatever the words are', () => {
  it.each<[string, Seen]>([
    ['UNKNOWN_TOOL', 'unknown-tool'],
    ['INVALID_ARGS', 'arguments'], ['INVALID_ARGUMENT', 'arguments'], ['SEARCH_INVALID_PATTERN', 'arguments'], ['WEB_INVALID_URL', 'arguments'], ['GOAL_INVALID_OBJECTIVE', 'arguments'],
    ['FS_NOT_FOUND', 'not-found'], ['FS_NOT_DIRECTORY', 'not-found'], ['GOAL_NOT_FOUND', 'not-found'],
    ['FS_PERMISSION_DENIED', 'permission'], ['WEB_PROVIDER_CREDENTIAL_MISSING', 'permission'], ['EACCES', 'permission'],
    ['FS_SANDBOX_DENIED', 'refused'], ['WEB_BLOCKED_URL', 'refused'],
    ['FS_EDIT_NOT_FOUND', 'edit-mismatch'], ['FS_AMBIGUOUS_EDIT', 'edit-mismatch'], ['FS_STALE_VERSION', 'edit-mismatch'], ['FS_NOT_OBSERVED', 'edit-mismatch'],
    ['FS_NOT_TEXT', 'unsuitable'], ['FS_TOO_LARGE', 'unsuitable'], ['IMAGE_TOO_LARGE', 'unsuitable'],
    ['SCRIPT_PARSE', 'syntax'],
    ['BASH_TIMEOUT', 'timeout'], ['TASK_WAIT_TIMEOUT', 'timeout'],
    ['RATE_LIMIT', 'infrastructure'], ['WEB_FETCH_TIMEOUT', 'infrastructure'], ['ECONNRESET', 'infrastructure'], ['STREAM_CLOSED', 'infrastructure'],
    ['ABORTED', 'none'], ['ABORTED_BEFORE_DISPATCH', 'none'], ['FS_ABORTED', 'none'], ['SEARCH_ABORTED', 'none'], ['WEB_ABORTED', 'none'], ['ASK_CANCELLED', 'none'],
  ])('%s is %s', (code, seen) => {
    expect(ofError('some_tool', '3 tests failed: permission denied', code)).toBe(seen)
  })

  it('has only classes that the table advises on, each in its own words', () => {
    const advice = Object.values(ADVICE).map(one => one.advice)
    expect(new Set(advice).size).toBe(advice.length)
    for (const one of Object.values(ADVICE)) {
      expect(one.advice.match(/[.!?](?: |$)/g)?.length).toBeLessThanOrEqual(2)
      expect(one.change).toMatch(/^Change /)
    }
    expect(ADVICE.infrastructure.advice).toMatch(/\bWait\b/)
    expect(ADVICE.refused.advice).toMatch(/class of action is refused.*do not try variants/)
  })
})

describe('without a code the words give the class', () => {
  it.each<[string, string, Seen]>([
    ['x', 'unknown tool "foo"', 'unknown-tool'],
    ['mcp_x', 'MCP error -32602: Invalid arguments for tool y', 'arguments'],
    ['bash', 'invalid command: expected a non-empty string', 'arguments'],
    ['read', 'ENOENT: no such file or directory, open \'x\'', 'not-found'],
    ['x', 'Not Found', 'not-found'],
    ['x', 'EACCES: permission denied, mkdir \'/x\'', 'permission'],
    ['mcp_x', '401 Unauthorized', 'permission'],
    ['bash', 'the user rejected tool "bash"', 'refused'],
    ['bash', 'tool "bash" requires approval, but no approval channel is available', 'refused'],
    ['write', 'Refused: guard "x" could not judge this call (timeout)', 'refused'],
    ['edit', 'old_string was not found in "x"', 'edit-mismatch'],
    ['read', 'cannot read "x": binary file', 'unsuitable'],
    ['run_code', 'code run failed (exception): SyntaxError: Unexpected token', 'syntax'],
    ['run_code', 'code run failed (timeout): 30000 ms', 'timeout'],
    ['mcp_x', 'Request timed out', 'infrastructure'],
    ['mcp_x', 'something odd', 'other'],
    ['x', '', 'other'],
    ['web_search', 'Exa API error (HTTP 429)', 'infrastructure'],
    ['x', '503 Service Unavailable', 'infrastructure'],
    ['x', 'getaddrinfo EAI_AGAIN api.x.io', 'infrastructure'],
    ['x', 'read ECONNRESET', 'infrastructure'],
    ['x', 'connect ECONNREFUSED 93.184.216.34:443', 'infrastructure'],
    ['x', 'connect ECONNREFUSED 127.0.0.1:5432', 'other'],
    ['x', 'model is overloaded', 'infrastructure'],
  ])('%s: %j is %s', (tool, message, seen) => { expect(ofError(tool, message)).toBe(seen) })

  it.each<[string, string | null, Seen]>([
    ['web_fetch', 'WEB_PROVIDER_ERROR', 'infrastructure'],
    ['web_fetch', 'TOOL_TIMEOUT', 'infrastructure'],
    ['bash', 'TOOL_TIMEOUT', 'timeout'],
    ['x', 'SOME_NEW_CODE', 'infrastructure'],
  ])('a code of %s that says only who failed (%s) leaves it to them', (tool, code, seen) => {
    expect(ofError(tool, 'API error (HTTP 503)', code)).toBe(seen)
  })

  it.each(['tool call aborted', 'Error: tool call aborted before dispatch', 'The operation was aborted', 'This operation was aborted.', 'AbortError: x', 'Request was cancelled', 'canceled by the user', 'code run failed (abort): cancelled'])('%j is a cancellation', (message) => {
    expect(ofError('x', message, message.startsWith('code') ? 'CODE_RUN_FAILED' : null)).toBe('none')
  })

  it.each(['build aborted: 3 errors', `tool call aborted ${'x'.repeat(300)}`, 'the transaction was aborted by a deadlock'])('%j is none', (message) => {
    expect(ofError('x', message)).not.toBe('none')
  })

  it('a call that was refused before it ran is of the class refused, whatever its words and codes', () => {
    expect(failureOf(commandOf('write', {}), resultOf('Error: no such file', { message: 'no such file', code: 'FS_NOT_FOUND' }), true)?.failureClass).toBe('refused')
  })
})

describe('a command\'s exit in an answer that is no error', () => {
  it.each<[string, Seen]>([
    ['ok', 'none'],
    ['(no output)', 'none'],
    ['[exit code: 0]', 'none'],
    ['ls: cannot access \'/x\': No such file or directory\n[exit code: 2]', 'not-found'],
    ['bash: foo: command not found\n[exit code: 127]', 'not-found'],
    ['mkdir: Permission denied\n[exit code: 1]', 'permission'],
    ['[stderr]\nSyntaxError: invalid syntax\n[exit code: 1]', 'syntax'],
    ['Tests:  1 failed, 2 passed\n[stderr]\nENOENT: no such file\n[exit code: 1]', 'test-failed'],
    ['=== 3 failed, 4 passed in 1.2s ===\n[exit code: 1]', 'test-failed'],
    ['--- FAIL: TestX (0.00s)\n[exit code: 1]', 'test-failed'],
    ['10 passed, 0 failed\nlint broke\n[exit code: 1]', 'command-failed'],
    ['npm ERR! code ECONNRESET\n[exit code: 1]', 'infrastructure'],
    ['fatal: unable to access: Could not resolve host: x\n[exit code: 128]', 'infrastructure'],
    ['odd\n[exit code: 3]', 'command-failed'],
    ['(no output)\n[exit code: 1]', 'command-failed'],
    ['[killed by signal: SIGKILL]', 'command-failed'],
    ['x\n[timed out after 5000ms]\n[killed by signal: SIGTERM]', 'timeout'],
    ['x\n[timed out after 5000ms]\n[exit code: 124]', 'timeout'],
    ['Your command timed out after 120 seconds or experienced an OOM error. Below is partial output:\nx\nreset', 'timeout'],
    ['touch: denied\n[sandbox: file access denied under read-only mode]\n[sandbox: escalation available — retry]\n[exit code: 1]', 'refused'],
    ['^C\n[exit code: 130]', 'none'],
    ['[killed by signal: SIGINT]', 'none'],
    ['[shell exited: code 3]\nThe persistent bash shell was reset; the next bash call starts anew.', 'command-failed'],
    ['[exit code: 1]\nand then went on', 'none'],
    ['process exited with code 0', 'none'],
  ])('%j is %s', (text, seen) => { expect(ofAnswer('bash', text)).toBe(seen) })

  it.each<[string, JsonValue, string, Seen]>([
    ['mcp_shell_run', {}, 'boom\nExit code: 1', 'command-failed'],
    ['mcp_x', { command: 'ls' }, 'Command failed with exit code 2', 'command-failed'],
    ['mcp_x', { cmd: 'ls' }, 'exit status 1\nmore', 'command-failed'],
    ['job_output', { job_id: '1' }, 'boom\n[status: completed, exit code: 1]', 'command-failed'],
    ['job_output', { job_id: '1' }, 'boom\n[status: failed, x]', 'command-failed'],
    ['job_output', { job_id: '1' }, 'x\n[status: killed, signal: SIGTERM]', 'none'],
    ['job_output', { job_id: '1' }, 'x\n[status: running]', 'none'],
    ['read', { file_path: 'log' }, 'a log\n[exit code: 1]', 'none'],
    ['grep', { pattern: 'x' }, 'log:1:exit status 1', 'none'],
  ])('%s %j: %j is %s', (tool, args, text, seen) => { expect(ofAnswer(tool, text, args)).toBe(seen) })
})

describe('a fault of a service in an answer that claims success', () => {
  it.each<[string, JsonValue, string, Seen]>([
    ['web_fetch', {}, 'Fetched https://x.io/a (HTTP 503)\n\n<html>long page</html>', 'infrastructure'],
    ['web_fetch', {}, 'Fetched https://x.io/a (HTTP 429)\n\nslow down', 'infrastructure'],
    ['web_fetch', {}, 'Fetched https://x.io/a (HTTP 404)\n\nnot here', 'none'],
    ['web_fetch', {}, 'Fetched https://x.io/a (HTTP 200)\n\nHow to handle 503 Service Unavailable', 'none'],
    ['mcp_x', {}, '429 Too Many Requests', 'infrastructure'],
    ['mcp_x', {}, 'Error: rate limit exceeded, retry later', 'infrastructure'],
    ['mcp_x', {}, '{"error": {"type": "overloaded_error", "message": "Overloaded"}}', 'infrastructure'],
    ['mcp_x', {}, '{"status": 502, "message": "Bad Gateway"}', 'infrastructure'],
    ['mcp_x', {}, '{"items": ["rate limit"], "count": 1}', 'none'],
    ['mcp_x', {}, '<html><head><title>503 Service Temporarily Unavailable</title></head></html>', 'infrastructure'],
    ['mcp_x', {}, `A long report about rate limits. ${'word '.repeat(500)}`, 'none'],
    ['bash', { command: 'curl x' }, 'upstream connect error or disconnect/reset before headers', 'infrastructure'],
    ['bash', { command: 'git log' }, 'a1b2c3d fix: handle the case in which the rate limit exceeded', 'none'],
    ['read', {}, '429 Too Many Requests', 'none'],
    ['grep', {}, 'src/x.ts:1: ECONNRESET', 'none'],
  ])('%s %j: %j is %s', (tool, args, text, seen) => { expect(ofAnswer(tool, text, args)).toBe(seen) })
})

describe('a silent command', () => {
  it('is told apart by what it was', () => {
    const message = (command: string): string => failureOf(commandOf('bash', { command }), resultOf('(no output)\n[exit code: 1]'), false)?.message ?? ''
    expect(message('grep foo a.txt')).toBe('exit code 1, without output: grep foo a.txt')
    expect(message('grep foo a.txt')).not.toBe(message('grep bar a.txt'))
  })
})
