/** Which options of a program take a value, so that its operands can be told from them. Data. */

export interface Grammar {
  /** Letters of short options that take a value. */
  readonly short?: string
  /** Long options that take their value from the next word, without dashes. */
  readonly long?: readonly string[]
  /** Every long option takes a value but these. */
  readonly flags?: readonly string[]
  /** Long options have one dash as well, and there are no clusters. */
  readonly single?: boolean
  /** Unique beginnings of long options are understood. */
  readonly abbreviates?: boolean
  /** Words that show help instead, beside `--help`. */
  readonly help?: readonly string[]
  /** By a word among the operands. */
  readonly sub?: Readonly<Record<string, Grammar>>
}

const GNU: Grammar = { abbreviates: true }
const HELP = ['-h']

const GIT: Grammar = {
  abbreviates: true, short: 'Cc', long: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'super-prefix', 'config-env', 'attr-source'],
  sub: {
    push: { short: 'o', long: ['repo', 'receive-pack', 'exec', 'push-option'] }, clean: { short: 'e', long: ['exclude'] },
    checkout: { short: 'bB', long: ['orphan', 'conflict', 'pathspec-from-file'] }, switch: { short: 'cC', long: ['create', 'force-create', 'orphan', 'conflict'] },
    restore: { short: 's', long: ['source', 'conflict', 'pathspec-from-file'] }, commit: { short: 'mFCct', long: ['message', 'file', 'author', 'date', 'reuse-message', 'fixup', 'squash'] },
    branch: { short: 'u', long: ['set-upstream-to', 'contains', 'merged', 'sort', 'format', 'points-at'] }, tag: { short: 'mFu', long: ['message', 'file', 'local-user', 'sort', 'format', 'points-at'] },
    rm: { long: ['pathspec-from-file'] }, stash: { short: 'm', long: ['message'] }, log: { short: 'nGSL', long: ['grep', 'author', 'since', 'until', 'format'] }, grep: { short: 'eABCm' },
    merge: { short: 'msX', long: ['strategy'] }, rebase: { short: 'xsX', long: ['onto', 'exec', 'strategy'] }, worktree: { short: 'bB', long: ['reason'] }, notes: { short: 'mF', long: ['ref'] }, remote: { short: 'tm' },
  },
}
const DOCKER: Grammar = {
  short: 'Hcl', long: ['host', 'context', 'config', 'log-level', 'tlscacert', 'tlscert', 'tlskey', 'filter', 'file', 'project-name', 'profile', 'project-directory', 'env-file', 'format', 'connection', 'url', 'rmi', 'timeout', 'until', 'time'], help: HELP,
  sub: { compose: { short: 'fptH' }, rm: {}, run: { short: 'evpuwhm', long: ['name', 'network', 'volume', 'env', 'publish', 'user', 'workdir', 'entrypoint', 'mount'] }, exec: { short: 'euw' }, build: { short: 'tf' }, logs: { short: 'n' }, stop: { short: 't' } },
}
const KUBECTL: Grammar = {
  short: 'nfklosL', long: ['namespace', 'context', 'kubeconfig', 'cluster', 'user', 'server', 'token', 'filename', 'kustomize', 'selector', 'field-selector', 'output', 'grace-period', 'timeout', 'as', 'as-group', 'replicas', 'request-timeout', 'raw', 'v'], help: HELP,
}
const CLOUD: Grammar = {
  short: 'acgnoprtsimR', long: [
    'app', 'project', 'region', 'zone', 'org', 'account', 'access-token', 'token', 'config', 'context', 'output', 'format', 'profile', 'subscription', 'resource-group', 'name', 'remote', 'team', 'scope', 'ids', 'location', 'confirm', 'remote', 'configuration',
    'verbosity', 'impersonate-service-account', 'billing-project', 'compartment-id', 'instance-id', 'cluster', 'namespace', 'environment', 'vault-name', 'account-name', 'container-name', 'source', 'pattern', 'query', 'database', 'site', 'cwd',
  ], help: HELP,
}
const TERRAFORM: Grammar = { single: true, long: [], help: ['-help', '-h'] }
const SQL: Grammar = { short: 'cdfhpUvoRFPTLe', long: ['command', 'dbname', 'file', 'host', 'port', 'username', 'set', 'variable', 'output', 'log-file', 'field-separator', 'pset'], abbreviates: true }
const MYSQL: Grammar = { short: 'eDhPSu', long: ['execute', 'database', 'host', 'port', 'socket', 'user', 'defaults-file', 'defaults-extra-file', 'default-character-set', 'protocol', 'login-path', 'init-command'], abbreviates: true }

export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  git: GIT, docker: DOCKER, podman: DOCKER, nerdctl: DOCKER, 'docker-compose': { ...DOCKER, short: 'ptH' }, 'podman-compose': { ...DOCKER, short: 'ptH' }, kubectl: KUBECTL, oc: KUBECTL, k: KUBECTL,
  helm: { short: 'n', long: ['namespace', 'kube-context', 'kubeconfig', 'timeout', 'description'], help: HELP },
  helmfile: { short: 'felnb', long: ['file', 'environment', 'selector', 'namespace', 'helm-binary'], help: HELP },
  aws: { flags: ['debug', 'no-verify-ssl', 'no-paginate', 'no-sign-request', 'no-cli-pager', 'no-cli-auto-prompt', 'cli-auto-prompt', 'recursive', 'force', 'dryrun', 'dry-run', 'no-dry-run', 'quiet', 'only-show-errors', 'delete', 'skip-final-snapshot', 'force-delete-without-recovery', 'yes', 'help', 'version'] },
  gcloud: CLOUD, az: CLOUD, fly: CLOUD, flyctl: CLOUD, heroku: CLOUD, doctl: CLOUD, hcloud: CLOUD, vercel: CLOUD, netlify: CLOUD, railway: CLOUD, firebase: { ...CLOUD, short: 'P' }, wrangler: CLOUD, supabase: CLOUD, scw: CLOUD, oci: CLOUD, openstack: CLOUD, ibmcloud: CLOUD, 'linode-cli': CLOUD,
  gsutil: { short: 'oih' }, bq: { long: ['project_id', 'location', 'format', 'dataset_id'] }, gh: { short: 'RXfFHqtb', long: ['repo', 'method', 'field', 'raw-field', 'header', 'jq', 'template', 'hostname', 'env', 'org', 'user', 'title', 'body', 'body-file', 'notes', 'app'], help: HELP }, glab: { short: 'RXfFH', long: ['repo', 'method', 'field', 'header'], help: HELP },
  terraform: TERRAFORM, tofu: TERRAFORM, terragrunt: TERRAFORM, pulumi: { short: 'sCm', long: ['stack', 'cwd', 'message', 'target', 'config', 'config-file', 'parallel'], help: HELP }, cdk: { short: 'ac', long: ['app', 'context', 'profile', 'output'], help: HELP }, cdktf: { help: HELP },
  psql: SQL, pgcli: SQL, cockroach: { short: 'edf', long: ['execute', 'database', 'host', 'url', 'certs-dir', 'user'] }, mysql: MYSQL, mariadb: MYSQL, mycli: MYSQL, mysqladmin: { ...MYSQL, short: 'hPSui' }, 'mariadb-admin': { ...MYSQL, short: 'hPSui' },
  sqlite3: { single: true, long: ['cmd', 'separator', 'init', 'newline', 'nullvalue', 'mmap', 'lookaside', 'pagecache', 'vfs', 'maxsize', 'A'] }, duckdb: { single: true, long: ['cmd', 'c', 's', 'f', 'init', 'separator', 'newline', 'nullvalue'] },
  'redis-cli': { short: 'hpsauniridDt', long: ['user', 'pass', 'cert', 'key', 'cacert', 'pattern', 'eval', 'sni'] }, 'valkey-cli': { short: 'hpsauniridDt', long: ['user', 'pass', 'cert', 'key', 'cacert', 'pattern', 'eval'] },
  mongosh: { short: 'up', long: ['eval', 'host', 'port', 'username', 'password', 'authenticationDatabase', 'file', 'db'] }, mongo: { short: 'up', long: ['eval', 'host', 'port', 'username', 'password', 'authenticationDatabase'] },
  dropdb: { short: 'hpUW', long: ['host', 'port', 'username', 'maintenance-db'], abbreviates: true }, dropuser: { short: 'hpU', long: ['host', 'port', 'username'], abbreviates: true }, pg_restore: { short: 'dfhpUjtnTSL', long: ['dbname', 'file', 'host', 'port', 'username', 'jobs', 'table', 'schema'], abbreviates: true },
  'clickhouse-client': { short: 'qhud', long: ['query', 'host', 'port', 'user', 'password', 'database'] }, clickhouse: { short: 'qhud', long: ['query', 'host', 'port', 'user', 'password', 'database'] }, sqlcmd: { short: 'SdUPQqiovE' }, cqlsh: { short: 'eukpf', long: ['execute', 'username', 'password', 'keyspace', 'file'] }, snowsql: { short: 'qfacd', long: ['query', 'filename'] }, usql: { short: 'cf', long: ['command', 'file'] },
  rsync: { ...GNU, short: 'efMTB', long: ['rsh', 'exclude', 'include', 'filter', 'exclude-from', 'include-from', 'files-from', 'rsync-path', 'log-file', 'partial-dir', 'backup-dir', 'suffix', 'bwlimit', 'chmod', 'chown', 'max-size', 'min-size', 'timeout', 'port', 'compare-dest', 'copy-dest', 'link-dest', 'info', 'out-format', 'max-delete', 'temp-dir'] },
  rm: GNU, unlink: GNU, rmdir: GNU, mv: { ...GNU, short: 'tS', long: ['target-directory', 'suffix'] }, chmod: { ...GNU, long: ['reference'] }, chown: { ...GNU, long: ['reference', 'from'] }, chgrp: { ...GNU, long: ['reference'] }, setfacl: { ...GNU, short: 'mMxX', long: ['modify', 'remove', 'set', 'restore', 'modify-file', 'remove-file', 'set-file'] }, chattr: { short: 'pv' },
  shred: { ...GNU, short: 'ns', long: ['iterations', 'size', 'random-source'] }, wipefs: { ...GNU, short: 'optO', long: ['offset', 'types', 'output'] }, tee: GNU, truncate: { ...GNU, short: 'sr', long: ['size', 'reference'] },
  kill: { short: 'sn', long: ['signal'] }, crontab: { short: 'u' }, curl: { short: 'AbcCdDeEFhHKmoPQrtTuUwxXyYzZ', long: ['output', 'request', 'header', 'data', 'data-raw', 'data-binary', 'json', 'form', 'user', 'user-agent', 'url', 'proxy', 'cacert', 'cert', 'key', 'max-time', 'retry', 'connect-timeout', 'write-out', 'config', 'output-dir', 'upload-file', 'cookie'] },
  wget: { ...GNU, short: 'OoaPtTwQiUBeAR', long: ['output-document', 'output-file', 'directory-prefix', 'tries', 'timeout', 'header', 'user-agent', 'user', 'password', 'post-data', 'input-file'] },
  sgdisk: { ...GNU, short: 'ntcAbgilRruUN', long: ['new', 'typecode', 'delete', 'backup', 'load-backup'] }, parted: { short: 'a' }, mdadm: { ...GNU, short: 'lnNcx' }, cryptsetup: { ...GNU, short: 'csht', long: ['cipher', 'key-size', 'hash', 'type', 'key-file'] }, btrfs: {}, zfs: { short: 'oSt' }, zpool: { short: 'ot' },
  vault: { single: true, long: ['address', 'namespace', 'mount', 'versions'], help: ['-help', '-h'] }, npm: { long: ['registry', 'otp', 'prefix', 'workspace', 'tag', 'access', 'scope'], short: 'wC' }, make: { short: 'Cfj' },
  systemctl: { ...GNU, short: 'HMtpon', long: ['host', 'machine', 'type', 'property', 'lines'] }, borg: { short: 'r', long: ['repo', 'prefix', 'glob-archives', 'keep-daily', 'keep-weekly', 'keep-monthly', 'keep-last', 'keep-within'] }, restic: { short: 'ro', long: ['repo', 'password-file', 'keep-last', 'keep-daily', 'keep-weekly', 'tag', 'host', 'path'] }, rclone: { long: ['config', 'transfers', 'checkers', 'include', 'exclude', 'filter', 'log-file', 'bwlimit', 'min-age', 'max-age'] },
}

const PLAIN: Grammar = {}

export function grammarOf(program: string): Grammar {
  return Object.hasOwn(GRAMMARS, program) ? GRAMMARS[program] ?? PLAIN : PLAIN
}
