/** The JSON files whose tools read comments and trailing commas. One table; a wrong "error" costs more than a missed one. */
const EXTENSIONS = ['.jsonc', '.code-workspace'];
const NAMES = [
    /^(?:ts|js)config(?:\.[\w.-]+)?\.json$/,
    /^[\w.-]+\.tsconfig\.json$/,
    /^\.(?:eslintrc|babelrc|swcrc|jshintrc|stylelintrc|mocharc|c8rc|nycrc|jscsrc|markdownlint|hintrc|oxlintrc|devcontainer|prettierrc|releaserc|lintstagedrc)\.json$/,
    /^(?:babel\.config|devcontainer|deno|biome|turbo|nx|project|workspace|angular|rush|tslint|wrangler|renovate|api-extractor|typedoc|pyrightconfig|global|host|local\.settings|lerna|firebase)\.json$/,
    /^(?:settings|keybindings|keymap|launch|tasks|extensions|c_cpp_properties|snippets|language-configuration|tsdoc|cspell|\.cspell)\.json$/,
    /^appsettings(?:\.[\w.-]+)?\.json$/,
];
const FOLDERS = /(?:^|[\\/])(?:\.vscode|\.devcontainer|\.zed|rush|\.cursor)[\\/]/;
export function allowsComments(fileName, path) {
    const name = fileName.toLowerCase();
    return EXTENSIONS.some(extension => name.endsWith(extension)) || NAMES.some(pattern => pattern.test(name)) || FOLDERS.test(path);
}
