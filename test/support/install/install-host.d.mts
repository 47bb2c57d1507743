/** Path of the module of the host's bridge for command hooks; installs it when it is not there. */
export function installBridge(cache: string, modules: string, log: (line: string) => void): Promise<string>

/** Installs the main host and the one whose version begins with `also`. */
export function installHosts(cache: string, options: { readonly all: boolean, readonly also?: string, readonly log: (line: string) => void }): Promise<unknown>
