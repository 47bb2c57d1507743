import { resolveConfig } from "./config/resolve-config.js";
import { buildShooty } from "./compose/build.js";
export { Config } from "./config/resolve-config.js";
export const name = 'shooty';
export const inject = ['tools'];
export function apply(ctx, config) {
    const shooty = buildShooty(ctx, resolveConfig(config));
    ctx.effect(() => () => shooty.dispose(), 'shooty');
}
