export function npm(what: string, args: readonly string[], options: { readonly cwd: string }): string

/** Path of the module of the host's bridge for command hooks; installs it when it is not there. */
export function installBridge(cache: string, modules: string, log: (line: string) => void): string
