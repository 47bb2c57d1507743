/** Random shell commands that write below `src/`, safe to run in a throw-away workspace. */
import type { Random } from '../random.ts'

const TARGETS = ['src/core/x.ts', 'src/core/y.ts', 'src/core/deep/z.ts', 'src/app.ts'] as const

/** One command line; everything in it stays inside the folder it runs in. */
export function randomCommand(random: Random): string {
  const count = 1 + random.below(3)
  const lines = Array.from({ length: count }, () => wrapped(random, simple(random), 0))
  return lines.join(random.pick(['; ', ' && ', ' || ', '\n', ' ; ']))
}

function simple(random: Random): string {
  const { before, word } = target(random)
  const command = random.pick<(word: string) => string>([
    path => `echo ${random.below(99)} > ${path}`,
    path => `echo z >> ${path}`,
    path => `printf %s z | tee ${path} > /dev/null`,
    path => `cat > ${path} <<'E'\n${random.below(99)}\nE\n`,
    path => `sed -i 's/^/q/' ${path}`,
    path => `cp a.txt ${path}`,
    path => `cp -t "$(dirname ${path})" new/x.ts`,
    path => `mv a.txt ${path}`,
    path => `rm -f ${path}`,
    path => `rm -rf ${path}`,
    path => `truncate -s 1 ${path}`,
    path => `dd if=a.txt of=${path} 2>/dev/null`,
    path => `ln -sf /dev/null ${path}`,
    path => `install -m 600 a.txt ${path}`,
    path => `: > ${path}`,
    path => `echo ${path} | xargs rm -f`,
    path => `echo ${path} | xargs -I@ sh -c 'echo k > @'`,
    path => `find ${path} -name '*.ts' -delete`,
    path => `find ${path} -exec rm -rf {} + 2>/dev/null`,
    path => `for f in ${path}; do echo l > "$f"; done`,
    path => `set -- ${path}; echo m > "$1"`,
    path => `F=${path}; echo n > $F`,
    path => `f() { echo o > "$1"; }; f ${path}`,
    path => `sort -o ${path} a.txt`,
    path => `cp -r new/. src/core; echo ${path}`,
    path => `mv ${path} elsewhere`,
    path => `echo "$(echo p > ${path})"`,
    path => `while read -r f; do echo r > "$f"; done <<< ${path}`,
    path => `[ -e ${path} ] && rm -rf ${path}`,
    path => `gzip -f ${path} 2>/dev/null`,
    path => `python3 -c "open('$(echo ${path})','w').write('s')"`,
  ])(word)
  return before + command
}

function target(random: Random): { readonly before: string, readonly word: string } {
  const path = random.pick(TARGETS)
  const folder = path.replace(/\/[^/]*$/, '')
  const name = path.replace(/^.*\//, '')
  return random.pick<() => { before: string, word: string }>([
    () => ({ before: '', word: path }),
    () => ({ before: '', word: `../${path}` }),
    () => ({ before: '', word: `"${path}"` }),
    () => ({ before: '', word: `'${path}'` }),
    () => ({ before: '', word: path.replace('src/', 'src/../src//') }),
    () => ({ before: '', word: `$PWD/${path}` }),
    () => ({ before: '', word: `"$(pwd)"/${path}` }),
    () => ({ before: '', word: path.replace('src/core', 'alias') }),
    () => ({ before: '', word: path.replace('src/core', 'alias/../core') }),
    () => ({ before: '', word: `${folder}/[${name[0]}]${name.slice(1)}` }),
    () => ({ before: '', word: `${folder}/${name[0]}*` }),
    () => ({ before: '', word: path.replace('src', 's?c') }),
    () => ({ before: '', word: path.replace('c', "''c") }),
    () => ({ before: '', word: path.replace('s', '\\s') }),
    () => ({ before: '', word: path.replace('/', '\\\n/') }),
    () => ({ before: '', word: `\${UNSET_HERE}${path}` }),
    () => ({ before: '', word: `\${UNSET_HERE:-${path}}` }),
    () => ({ before: `D=${folder}; `, word: `$D/${name}` }),
    () => ({ before: `N=${path}.bak; `, word: '${N%.bak}' }),
    () => ({ before: `cd ${folder}; `, word: name }),
    () => ({ before: `cd ${folder} && `, word: `../${name}` }),
    () => ({ before: `cd ${folder}/.. && `, word: `${folder.replace(/^.*\//, '')}/${name}` }),
    () => ({ before: 'cd nowhere 2>/dev/null; ', word: path }),
    () => ({ before: 'cd new || exit; cd ..; ', word: path }),
    () => ({ before: `pushd ${folder} > /dev/null; `, word: name }),
    () => ({ before: `ln -sfn ${folder} made; `, word: `made/${name}` }),
  ])()
}

function wrapped(random: Random, command: string, depth: number): string {
  if (depth > 2 || random.next() < 0.4) return command
  const quoted = `'${command.replaceAll('\'', '\'\\\'\'')}'`
  const next = random.pick<() => string>([
    () => `(${command}\n)`,
    () => `{ ${command}\n}`,
    () => `bash -c ${quoted}`,
    () => `sh -c ${quoted}`,
    () => `eval ${quoted}`,
    () => `env A=b bash -c ${quoted}`,
    () => `timeout 5 bash -c ${quoted}`,
    () => `if true; then ${command}\nfi`,
    () => `if false; then :; else ${command}\nfi`,
    () => `for i in 1; do ${command}\ndone`,
    () => `g() { ${command}\n}; g`,
    () => `echo ${quoted} | bash`,
    () => `bash <<'OUTER'\n${command}\nOUTER\n`,
    () => `case a in a) ${command}\n;; esac`,
    () => `x=$(${command}\n)`,
    () => `true && { ${command}\n}`,
    () => `false || { ${command}\n}`,
  ])()
  return wrapped(random, next, depth + 1)
}
