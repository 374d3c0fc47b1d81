/** How long anything may take, in milliseconds: much is going on beside these tests on a build machine. */
export const patience = 120_000;
