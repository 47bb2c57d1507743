/** Globs on absolute folders, `~` for the home folder; a plain folder stands for what is below it as well. */
import { compileGlob } from '../../base/glob.ts'
import { expandHome } from '../paths.ts'

export function folderTest(globs: readonly string[], home: string | null): (path: string) => boolean {
  const tests = globs.flatMap((glob) => {
    const plain = expandHome(glob.trim(), home).replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
    return [compileGlob(plain), compileGlob(`${plain}/**`)]
  })
  return (path) => {
    const spelled = path.replaceAll('\\', '/')
    return tests.some(test => test(spelled))
  }
}

export function matchesFolder(globs: readonly string[], folder: string, home: string | null): boolean {
  return folderTest(globs, home)(folder)
}
