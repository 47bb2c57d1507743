import { defineConfig } from 'vitest/config'

// Tests start real processes; two workers fit the smallest machine that CI has, and the time limits
// are for a slow one. No test asserts a time.
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    // Real processes on a shared machine can be starved once; a fault of ours fails twice.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default'],
  },
})
