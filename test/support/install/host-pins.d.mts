export interface HostPin {
  readonly version: string
  readonly rest: string
  readonly core: readonly string[]
}
export const HOSTS: readonly HostPin[]
export function hostAcceptsNode(version: string): boolean
/** The host that is published for Python only. */
export const RUNTIME: { readonly version: string }
