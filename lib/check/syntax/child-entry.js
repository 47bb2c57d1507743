/** The parsing child's own start: reads one request, writes one answer, ends. No logic. */
import * as nodeModule from 'node:module';
import { parseInChild } from "./child-parse.js";
const load = nodeModule.createRequire(import.meta.url);
let input = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin)
    input += String(chunk);
const answer = await parseInChild(input, {
    nodeVersion: process.versions.node,
    nodeModule: nodeModule,
    loadTypeScript: (path) => load(path),
    loadYaml: () => import('yaml'),
});
// No exit here: an end of its own waits until the pipe has taken everything.
process.stdout.write(JSON.stringify(answer));
