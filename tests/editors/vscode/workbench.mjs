// What a user sees of VS Code and does to it: elements of its pages, by the selectors that they have in 1.100 to 1.139.
import { join } from "node:path";

export class Workbench {
  constructor(page, output) {
    this.page = page;
    this.output = output;
  }

  async ready() {
    await this.page.waitForSelector(".monaco-workbench");
    await this.page.waitForSelector(".editor-instance .monaco-editor .view-line");
  }

  screenshot(name) {
    return this.page.screenshot({ path: join(this.output, `${name}.png`), animations: "disabled" });
  }

  /** The picture, and one in dark colours with `-dark` behind its name. */
  async screenshots(name, setTheme) {
    await this.screenshot(name);
    await setTheme("Default Dark Modern");
    await this.page.locator(".monaco-workbench.vs-dark").waitFor();
    await this.screenshot(`${name}-dark`);
    await setTheme("Default Light Modern");
    await this.page.locator(".monaco-workbench.vs").first().waitFor();
  }

  /** Pictures in a taller window, for what stands below other things. */
  async tallScreenshots(name, setTheme) {
    const size = this.page.viewportSize();
    await this.page.setViewportSize({ width: size.width, height: 1100 });
    await this.screenshots(name, setTheme);
    await this.page.setViewportSize(size);
  }

  get squiggles() {
    return this.page.locator(".monaco-editor .squiggly-error");
  }

  /** Messages that have popped up, with the buttons below them. */
  get messages() {
    return this.page.locator(".notifications-toasts .notification-list-item");
  }

  statusBarItem(text) {
    return this.page.locator(".statusbar-item", { hasText: text }).first();
  }

  /** The lenses of a line; without a command, they are no links. */
  codeLensLine(text) {
    return this.page.locator(".codelens-decoration", { hasText: text }).first();
  }

  codeLens(text) {
    return this.page.locator(".codelens-decoration a", { hasText: text }).first();
  }

  /** Waits for a sign of the extension beside the code. */
  async seeSign(state) {
    await this.page.waitForFunction(
      (picture) =>
        [...document.querySelectorAll(".glyph-margin-widgets .cgmr")].some((sign) => getComputedStyle(sign).backgroundImage.includes(picture)),
      `${state}.svg`,
    );
  }

  line(text) {
    return this.page.locator(".editor-instance .view-line", { hasText: text }).first();
  }

  /** Runs a command by its title, as from the palette. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    await input.waitFor({ state: "visible" });
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
    await input.waitFor({ state: "hidden" });
  }

  /** Asks for an expression where the cursor is, by the key of the command. */
  async prove(expression) {
    await this.page.keyboard.press("Control+Alt+v");
    await this.page.keyboard.press("e");
    const input = this.page.locator(".quick-input-widget input");
    await input.waitFor({ state: "visible" });
    await input.fill(expression);
    await this.page.keyboard.press("Enter");
  }

  /** Puts the cursor there; both count from 1. */
  async goTo(line, column) {
    await this.page.keyboard.press("Control+1");
    await this.page.keyboard.press("Control+g");
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    await input.waitFor({ state: "visible" });
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.statusBarItem(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** Chooses what is offered at the cursor by its title. */
  async chooseAction(title) {
    const action = this.page.locator(".action-widget .monaco-list-row.action", { hasText: title }).first();
    // The list closes when something else takes the focus, as a view does that has just been filled.
    for (let attempt = 1; attempt < 5 && !(await action.isVisible()); ++attempt) {
      await this.page.keyboard.press("Control+.");
      await action.waitFor({ timeout: 10_000 }).catch(() => this.page.keyboard.press("Escape"));
    }
    await action.click();
  }

  notification(text) {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text }).first();
  }

  /** Whose settings the page of settings shows: the selected tab, by the beginning of its name. */
  settingsTab(name) {
    return this.page.locator(".settings-editor .settings-tabs-widget .action-label.checked", { hasText: name }).first();
  }

  /** A row of the page of settings, by the last part of its title. */
  setting(title) {
    return this.page.locator(".settings-editor .setting-item-title", { hasText: title }).first();
  }

  /** A step of the walkthrough that is open, by its title. */
  walkthroughStep(title) {
    return this.page.locator(".getting-started-step", { hasText: title }).first();
  }

  walkthroughButton(title) {
    return this.page.locator(".getting-started-step.expanded a.monaco-button, .getting-started-step.expanded .monaco-button", { hasText: title }).first();
  }

  /** Rows of the panel with the problems, which must be open. */
  problem(text) {
    return this.page.locator(".markers-panel .monaco-list-row", { hasText: text }).first();
  }

  /** A row of the Testing view, which must be open. */
  test(text) {
    return this.page.locator(".test-explorer .monaco-list-row", { hasText: text }).first();
  }

  /** Unfolds the row of the Testing view. */
  async unfoldTest(text) {
    await this.test(text).click();
    await this.page.keyboard.press("ArrowRight");
  }

  /** A row of the view with the run that fails. */
  runStep(text) {
    return this.page.locator(".pane .monaco-list-row", { hasText: text }).first();
  }

  /** The button that a row of it has while the mouse is there. */
  async askWhyNot(text) {
    await this.runStep(text).hover();
    await this.runStep(text).locator(".action-label.codicon-question").click();
  }

  /** An entry of the list that is open. */
  choice(text) {
    return this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  }

  /** Replaces what stands in the box with this title, and says what that was. */
  async enter(title, text) {
    const input = this.page.locator(".quick-input-widget", { hasText: title }).locator(".quick-input-box input");
    await input.waitFor({ state: "visible" });
    const suggested = await input.inputValue();
    await input.fill(text);
    await this.page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden" });
    return suggested;
  }

  openProblems() {
    return this.page.keyboard.press("Control+Shift+m");
  }

  /** The text of the hover at the cursor, once it has `text` in it. */
  async hoverAtCursor(text) {
    await this.command("Show or Focus Hover");
    const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents, .monaco-hover:not(.hidden) .marker-hover", { hasText: text }).first();
    await hover.waitFor();
    return hover.innerText();
  }

  /** The rows of the view with the variables, e.g. `i = 3`. */
  async variables() {
    const rows = await this.page.locator(".debug-variables .monaco-list-row").allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, " ").trim());
  }

  debugButton(name) {
    return this.page.locator(`.debug-toolbar .codicon-debug-${name}`);
  }
}
