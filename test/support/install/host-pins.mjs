/**
 * What is installed for the tests, pinned: Node, pnpm and the hosts. Data only.
 *
 * The published host declares caret ranges between prereleases, which float to packages that do
 * not fit together. `core` and `rest` say which release each package of the host comes from;
 * `exact` holds the cordis plugins that have to stay behind.
 */

/** The host versions under test, the main one first. */
export const HOSTS = [
  { version: '0.1.0-rc.8', rest: '0.1.0-rc.8', core: [] },
  // Its command line and its core; the bundles of this release were never published, so they are
  // those of rc.8.
  {
    version: '0.1.0-rc.6',
    rest: '0.1.0-rc.8',
    core: ['dsh-tools', 'dsh-agent-loop', 'dsh-agent', 'dsh-session', 'dsh-system-prompt'],
  },
]

/**
 * The host that is published for Python only: one program with Node and the host built in.
 * `resumeOption`: what goes on with an old session in the headless profile; older hosts have nothing for it.
 * `codeMode`: the `DSH_TOOLS_MODE` in which the model writes code that calls tools.
 * `wheels` by `process.platform-process.arch`: the end of the file's name, its hash and the program in it.
 */
export const RUNTIME = {
  version: '0.2.1-rc.2',
  resumeOption: '--session-id',
  codeMode: 'ptc',
  package: 'deepseek-harness-runtime-bin',
  release: '0.2.1rc2',
  wheels: {
    'linux-x64': ['manylinux_2_28_x86_64', '0a0a4eb85a22cd9339972e6a5ced77a27ec791353a5b220e3e10b8cdbbdeca39', 'linux-x64'],
    'linux-arm64': ['manylinux_2_28_aarch64', '71ed869e3e9a0e3ea398521730889d2d7e154767834165f1553755818e3f2a78', 'linux-arm64'],
    'darwin-x64': ['macosx_14_0_x86_64', '80614eee24916ce97d692baf8aed3ba146ed00fc2155d266cb0ede98d9354139', 'macos-x64'],
    'darwin-arm64': ['macosx_14_0_arm64', '96a173abd14141d5328a78791b69729cbfe22fa3e9daf1dc2600d0daa4d6bb28', 'macos-arm64'],
    'win32-x64': ['win_amd64', 'd38c18f5117859feedaaa791a0eea37b8644bc187118e7e6f3afa231a5381cb7', 'win-x64.exe'],
  },
}

export const EXACT = {
  '@deepseek-ai/cordis': '4.0.1',
  '@deepseek-ai/cordis-plugin-hmr': '1.0.16',
  '@deepseek-ai/cordis-plugin-include': '1.0.6',
  '@deepseek-ai/cordis-plugin-loader': '1.0.2',
}

/** Packages of the host that may run their install scripts. */
export const BUILT = ['@deepseek-ai/dsh-subprocess-local', 'koffi', 'node-pty']

/**
 * The host's bridge for command hooks, for the benchmark. It was published once, apart from its host, and the
 * protocol that it wants once earlier; together they run on the main host.
 */
export const BRIDGE = ['@deepseek-ai/dsh-hooks-claude-code@0.0.1-rc.5', '@deepseek-ai/dsh-hook-protocol@0.0.1-rc.1']

export const PNPM = '10.34.9'

/** The Node that is installed where the running one is too old for the host. */
export const NODE = '24.22.3'

/** What `SHOOTY_TEST_NODE` can name: the Node that the plugin's own tests then run with. */
export const OWN_NODES = { 20: '20.20.2', 22: '22.23.5', 24: NODE }

/**
 * Whether the host starts on this Node (`^22.19 || >=24`).
 * @param {string} version such as `22.19.0`.
 */
export function hostAcceptsNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 19)
}

/** The manifest from which one host is installed. */
export function hostManifest(host) {
  return {
    name: 'shooty-host-under-test',
    private: true,
    dependencies: { '@deepseek-ai/dsh': host.version },
    pnpm: { onlyBuiltDependencies: BUILT },
  }
}

/** The pnpm hook that holds every package of the host at its release. */
export function hostPnpmfile(host) {
  const exact = { ...EXACT, ...Object.fromEntries(host.core.map(name => [`@deepseek-ai/${name}`, host.version])) }
  return `const exact = ${JSON.stringify(exact, null, 2)}

function readPackage(manifest) {
  for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    for (const [name, range] of Object.entries(manifest[field] ?? {})) {
      if (exact[name] !== undefined) manifest[field][name] = exact[name]
      else if (name.startsWith('@deepseek-ai/dsh-') && range.startsWith('^0.1.0-rc.')) manifest[field][name] = '${host.rest}'
    }
  }
  return manifest
}

module.exports = { hooks: { readPackage } }
`
}
