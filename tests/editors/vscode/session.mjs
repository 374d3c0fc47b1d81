// One VS Code for a test: code-server with a profile of its own, the packaged extension, the probe, a browser.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { patience } from "./patience.mjs";
import { Probe } from "./probe_client.mjs";
import { Workbench } from "./workbench.mjs";

const here = import.meta.dirname;
/** Waits until `condition` gives something true, and gives that. */
export async function until(what, condition) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`${what}: not within ${patience / 1000} s`);
    }
    await pause(50);
  }
}

/** The packages of the browser's VS Code, from `install`. */
function codeServer(packages, folder, ...parameters) {
  return {
    command: process.execPath,
    parameters: [
      join(packages, "node_modules/code-server"),
      ...["--config", join(folder, "config.yaml"), "--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions")],
      ...parameters,
    ],
  };
}

/** What VS Code leaves in the environment of its children would confuse another one; caches belong into the folder. */
function environment(folder) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON|NODE_TEST)_/.test(name));
  return { ...Object.fromEntries(inherited), XDG_CACHE_HOME: join(folder, "cache"), VOUCH_PROBE_SOCKET: join(folder, "probe.socket") };
}

/** Starts the server of the editor and gives its address once it listens. */
async function startServer(packages, folder) {
  const { command, parameters } = codeServer(
    packages, folder, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check",
    "--disable-workspace-trust", "--disable-getting-started-override",
  );
  const process = spawn(command, parameters, { env: environment(folder), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  process.stdout.on("data", (data) => (said += data));
  process.stderr.on("data", (data) => (said += data));
  const port = await until("code-server listens", () => {
    if (process.exitCode !== null) {
      throw new Error(`code-server has ended:\n${said}`);
    }
    return /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
  });
  return { process, address: `127.0.0.1:${port}` };
}

/**
 * Opens `file`, which is a copy of the one in `workspace`. `output` gets the screenshots and VS Code's logs; `machineSettings` are those that a
 * user cannot take along, such as paths. If something fails on the way, what has been started is ended again.
 */
export async function openSession(options) {
  const folder = mkdtempSync(join(tmpdir(), "vouch-vscode-"));
  const endings = [];
  const close = async () => {
    for (const end of endings.reverse()) {
      await end();
    }
    const logs = join(folder, "user/logs");
    if (existsSync(logs)) {
      cpSync(logs, join(options.output, "logs"), { recursive: true });
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { ...(await open(folder, options, (end) => endings.push(end))), close };
  } catch (problem) {
    await close();
    throw problem;
  }
}

async function open(folder, { packages, extension, file, output, machineSettings = {} }, whenClosed) {
  const workspace = join(folder, "workspace");
  cpSync(join(here, "workspace"), workspace, { recursive: true });
  mkdirSync(join(folder, "user/User"), { recursive: true });
  cpSync(join(here, "settings.json"), join(folder, "user/User/settings.json"));
  mkdirSync(join(folder, "user/Machine"), { recursive: true });
  writeFileSync(join(folder, "user/Machine/settings.json"), JSON.stringify(machineSettings));
  cpSync(join(here, "probe"), join(folder, "extensions/vouch-tests.probe-0.0.1"), { recursive: true });
  writeFileSync(join(folder, "config.yaml"), "");
  mkdirSync(output, { recursive: true });

  const install = codeServer(packages, folder, "--install-extension", extension, "--force");
  execFileSync(install.command, install.parameters, { env: environment(folder), stdio: ["ignore", "ignore", "pipe"], timeout: patience });
  const server = await startServer(packages, folder);
  whenClosed(async () => {
    if (server.process.exitCode === null && server.process.signalCode === null) {
      const ended = new Promise((resolve) => server.process.once("exit", resolve));
      server.process.kill("SIGTERM");
      await ended;
    }
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"],
    timeout: patience,
  });
  whenClosed(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1200, height: 780 } });
  page.setDefaultTimeout(patience);
  page.on("crash", () => console.log("the page has crashed"));
  const path = join(workspace, file);
  const payload = JSON.stringify([["openFile", `vscode-remote://${server.address}${path}`]]);
  await page.goto(`http://${server.address}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(payload)}`, {
    waitUntil: "domcontentloaded",
  });
  const workbench = new Workbench(page, output);
  await workbench.ready();
  // The socket's file exists a moment before somebody listens.
  const probe = await until("the probe listens", () => Probe.connect(join(folder, "probe.socket")).catch(() => undefined));
  whenClosed(() => probe.close());

  return {
    path,
    workbench,
    probe,
    /** The ids of the running processes `vouch lsp` of this session. */
    languageServers: () =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .filter((id) => {
          try {
            const [program, command] = readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
            return program.startsWith(join(folder, "extensions")) && command === "lsp";
          } catch {
            return false; // it has just ended
          }
        })
        .map(Number),
  };
}
