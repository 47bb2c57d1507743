export function npm(what: string, args: readonly string[], options: { readonly cwd: string }): string
