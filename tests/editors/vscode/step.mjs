import { test } from "node:test";

/** A test that builds on those before it: it is not tried if one of them has failed. */
export function step(context, name, run) {
  test(name, () => {
    if (context.isBroken) {
      throw new Error("not tried, since an earlier step failed");
    }
    return run();
  });
}
