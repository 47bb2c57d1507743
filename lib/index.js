import { resolveConfig } from "./config.js";
import { buildShooty } from "./host/build.js";
export { Config } from "./config.js";
export const name = 'shooty';
export const inject = ['tools'];
export function apply(ctx, config) {
    const shooty = buildShooty(ctx, resolveConfig(config));
    ctx.effect(() => () => shooty.dispose(), 'shooty');
}
