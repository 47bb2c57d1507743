import type { PointInput } from '../../src/types.ts'
import type { GuardCase } from './guard-case.ts'
import { QUIET } from './guard-case.ts'

const result = (text: string): Partial<PointInput> => ({
  point: 'result', command: { name: 'bash', args: { command: 'cat x' }, callId: 'c' }, result: { isError: false, text, error: null, durationMs: 5 },
})

const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HEX = '0123456789abcdef'

/** Looks random, is the same each time; put together here so that no file holds anything like a key. */
function body(length: number, letters = LETTERS): string {
  return Array.from({ length }, (_none, at) => letters[(at * 7919 + at * at * 31 + 17) % letters.length]).join('')
}

/** Name of the case, what stands for it afterwards, the secret. */
const SECRETS: readonly (readonly [kind: string, secret: string])[] = [
  ['aws-key', `AKIA${body(16, UPPER)}`], ['aws-key', `ASIA${body(16, UPPER)}`],
  ['github-token', `ghp_${body(36)}`], ['github-token', `ghs_${body(36)}`], ['github-token', `github_pat_${body(82)}`],
  ['gitlab-token', `glpat-${body(20)}`], ['gitlab-token', `glrt-${body(20)}`], ['gitlab-token', `gldt-${body(24)}`],
  ['slack-token', `xoxb-${body(11, '123456789')}-${body(12, '123456789')}-${body(24)}`], ['slack-token', `xapp-1-${body(10, UPPER)}-${body(12, '123456789')}-${body(40, HEX)}`],
  ['webhook', `https://hooks.slack.com/services/T${body(8, UPPER)}/B${body(8, UPPER)}/${body(24)}`], ['webhook', `https://discord.com/api/webhooks/${body(18, '123456789')}/${body(60)}`],
  ['google-key', `AIza${body(35)}`], ['google-key', `GOCSPX-${body(28)}`],
  ['ai-key', `sk-ant-api03-${body(93)}`], ['ai-key', `sk-proj-${body(80)}`], ['ai-key', `sk-${body(48)}`], ['ai-key', `hf_${body(34)}`], ['ai-key', `gsk_${body(52)}`],
  ['payment-key', `sk_live_${body(24)}`], ['payment-key', `rk_test_${body(24)}`], ['payment-key', `shpat_${body(32, HEX)}`], ['payment-key', `whsec_${body(32)}`],
  ['package-token', `npm_${body(36)}`], ['package-token', `pypi-AgEIcHlwaS5vcmc${body(70)}`], ['package-token', `rubygems_${body(48, HEX)}`], ['package-token', `dckr_pat_${body(27)}`],
  ['cloud-token', `dop_v1_${body(64, HEX)}`], ['cloud-token', `dapi${body(32, HEX)}`], ['cloud-token', `hvs.${body(95)}`], ['cloud-token', `${body(14)}.atlasv1.${body(65)}`], ['cloud-token', `pscale_pw_${body(43)}`],
  ['service-token', `SG.${body(22)}.${body(43)}`], ['service-token', `lin_api_${body(40)}`], ['service-token', `PMAK-${body(24, HEX)}-${body(34, HEX)}`], ['service-token', `key-${body(32, HEX)}`],
  ['service-token', `${body(9, '123456789')}:AA${body(33)}`], ['service-token', `ntn_${body(46)}`],
  ['jwt', `eyJ${body(30)}.eyJ${body(60)}.${body(43)}`],
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\n${body(64)}\n${body(64)}\n-----END RSA PRIVATE KEY-----`],
  ['private-key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${body(64)}`],
  ['private-key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${body(64)}\n-----END PGP PRIVATE KEY BLOCK-----`],
]

/** The line that holds a password, and the part of it that must not be read. */
const NAMED: readonly (readonly [line: string, secret: string])[] = [
  ['DB_PASSWORD=hunter2', 'hunter2'], ['12: DB_PASSWORD=hunter2', 'hunter2'], ['    12\tDB_PASSWORD=hunter2', 'hunter2'], ['./.env:3:DB_PASSWORD=hunter2', 'hunter2'], ['+DB_PASSWORD=hunter2', 'hunter2'], ['  DB_PASSWORD=hunter2', 'hunter2'], ['export API_KEY="a1b2c3d4"', 'a1b2c3d4'], ["GITHUB_TOKEN='abcd1234'", 'abcd1234'], ['$env:CLIENT_SECRET = "s3cr3tvalue"', 's3cr3tvalue'], ['AWS_SECRET_ACCESS_KEY=wJalr/K7MDENG+bPx', 'wJalr/K7MDENG+bPx'],
  ['  "password": "pa55word!",', 'pa55word!'], ["  client_secret: 'x9y8z7w6v5'", 'x9y8z7w6v5'], ['const apiKey = "9f8e7d6c5b4a"', '9f8e7d6c5b4a'], ["'auth_token' => 'q1w2e3r4t5'", 'q1w2e3r4t5'],
  ['Authorization: Bearer abc123def456', 'abc123def456'], ['> authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'], ['X-API-Key: 0123456789abcdef', '0123456789abcdef'], ['PRIVATE-TOKEN: zzz999yyy888', 'zzz999yyy888'],
  ['postgres://app:s3cret@db:5432/x', 's3cret'], ['https://user:tok3n@git.example.com/a.git', 'tok3n'], ['redis://:p4ss@cache:6379', 'p4ss'],
]

/** Ordinary output of builds, lock files, logs and code: nothing of it is a secret. */
const HARMLESS: readonly string[] = [
  'commit 5f3c2a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39', 'index 83db48f..bf2a1c3 100644', 'sha256:9b74c9897bac770ffc029102a200c5de4f2f5d0f2d6a0b2f2f8e2f7e4e7b0c5d', '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",',
  'h1:abc+/defghijklmnopqrstuvwxyz0123456789ABCDEF=', 'checksum = "d4a1f1d2c3b4a5968778695a4b3c2d1e0f9e8d7c6b5a49382716051423344556"', '550e8400-e29b-41d4-a716-446655440000', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXX0=', 'const token = await getToken(user)', 'token: string', 'password: string;', 'function checkPassword(password) {', 'if (token !== expected) throw new Error("bad token")',
  'const token = process.env.GITHUB_TOKEN', "password: process.env.DB_PASSWORD ?? ''", 'API_KEY=${API_KEY}', 'API_KEY=$KEY', 'DB_PASSWORD=<your password>', 'GITHUB_TOKEN=***', 'TOKEN=', 'SECRET_KEY=changeme', 'export NPM_TOKEN=your-token-here',
  '"secretName": "my-app-tls"', 'secretKeyRef:', 'passwordHash: bcrypt.hash(value)', 'tokenizer: "wordpiece"', 'max_tokens: "4096"', "tokens: ['a', 'b']", 'author: "Jane Doe 2"', 'keyboard: "us-104"', 'token_type: "bearer"',
  'Tests  42 passed (42)', 'added 179 packages, and audited 180 packages in 7s', 'GET /api/v1/users?page=2 200 12ms', 'npm warn deprecated inflight@1.0.6', '✓ built in 1.24s', 'dist/assets/index-BkXv3f2a.js  143.25 kB │ gzip: 46.12 kB', 'ok  \texample.com/pkg\t0.123s',
  'https://github.com/a/b/commit/5f3c2a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39', 'https://registry.example.org/@scope/pkg/-/pkg-1.2.3.tgz', 'git@github.com:a/b.git', 'http://localhost:8080/path:with:colons', 'ssh://git@host:22/x', 'Authorization: Bearer <token>', 'Authorization: ${header}', '-H "Authorization: Bearer $TOKEN"',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----', '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk you@host',
  'sk-SK locale', 'task-1234567890', 'disk-usage-report-2024', 'risk-assessment-document-final', 'class ghp_x {}', 'npm_config_registry=x', 'key-value store', 'SKU 12345', 'desk_live_chat', 'AKIA is the prefix', 'a.eyJ.b', 'auth: true', 'secret: false', 'const API_TOKEN = token', 'if (TOKEN == value)', 'src/a.ts:3:const SECRET = load()', 'password: null', 'token = tokens[0]',
]

export const cases: readonly GuardCase[] = [
  ...SECRETS.map(([kind, secret], at): GuardCase => ({
    name: `${kind} ${at} is not read`,
    steps: [{ input: result(`before ${secret}\nafter`), expect: { replaced: new RegExp(`^before \\[redacted: ${kind}\\]${secret.includes('OPENSSH') ? '' : '\\nafter'}$`), notices: [expectNotice(kind)] } }],
  })),
  ...NAMED.map(([line, secret]): GuardCase => ({
    name: `the value in ${line.replace(secret, '…')} is not read`,
    steps: [{ input: result(`a\n${line}\nb`), expect: { replaced: new RegExp(`^a\\n(?![\\s\\S]*${secret.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})[\\s\\S]*\\[redacted: password\\][\\s\\S]*\\nb$`), notices: [expectNotice('password')] } }],
  })),
  ...HARMLESS.map((text): GuardCase => ({ name: `${JSON.stringify(text.slice(0, 60))} stays as it is`, steps: [{ input: result(`x\n${text}\ny`), expect: QUIET }] })),
  { name: 'kinds can be left alone', params: { except: ['password', 'jwt'] }, steps: [{ input: result(`DB_PASSWORD=hunter2 eyJ${body(30)}.eyJ${body(60)}.${body(43)}`), expect: QUIET }] },
  { name: 'what is longer than a replacement may be is cut, and says so', steps: [{ input: result(`ghp_${body(36)} ${'x'.repeat(300_000)}`), expect: { replaced: /^\[redacted: github-token\] x+\n\[the rest was cut by redact-secrets: \d+ characters\]$/, notices: [expectNotice('github-token')] } }] },
  { name: 'a result without text does no harm', steps: [{ input: { point: 'result' }, expect: QUIET }] },
]

function expectNotice(kinds: string): string {
  return `Values in the last result were replaced (${kinds}). Work with their names; do not try to read them another way.`
}
