/**
 * Python on WebAssembly, with openapi-python-client and what it needs: tests run where there is no Python and no registry of its
 * packages. `wheels/` has them as they are published:
 *
 *     pip download --no-deps --only-binary :all: --dest wheels openapi-python-client==0.29.1 httpx==0.28.1 idna==3.20 attrs==26.1.0 \
 *       pydantic==2.14.3 annotated-types==0.8.0 typing-extensions==4.16.0 typing-inspection==0.4.5 jinja2==3.1.6 markupsafe==3.0.4 \
 *       ruamel.yaml==0.19.1
 *     pip download --no-deps --only-binary :all: --dest wheels --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --abi cp314 \
 *       pydantic-core==2.50.4
 *
 * The part of markupsafe that is compiled for another machine is not used: it has the same in Python.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { loadPyodide, type PyodideAPI } from "pyodide"

const wheels = join(import.meta.dirname, "wheels")

/** Python code of its own takes bytes of this kind only. */
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(file))

/**
 * The generator reads a file, and `httpcore` is for documents from the network. Without sockets, httpx sends its requests with the
 * `fetch` of JavaScript.
 */
const setUp = `
import sys, types
sys.modules["httpcore"] = types.ModuleType("httpcore")

import httpx
from js import Object, fetch
from pyodide.ffi import run_sync, to_js

class FetchTransport(httpx.BaseTransport):
    def __init__(self, *args, **kwargs):
        pass

    def handle_request(self, request):
        body = request.read()
        options = {"method": request.method, "headers": [list(pair) for pair in request.headers.items()], "redirect": "manual"}
        if body:
            options["body"] = body.decode()
        answer = run_sync(fetch(str(request.url), to_js(options, dict_converter=Object.fromEntries)))
        content = run_sync(answer.bytes()) if hasattr(answer, "bytes") else run_sync(answer.arrayBuffer()).to_bytes()
        return httpx.Response(answer.status, headers=[tuple(pair) for pair in answer.headers], content=bytes(content))

httpx._client.HTTPTransport = FetchTransport
`

const generate = `
from pathlib import Path
import openapi_python_client
from openapi_python_client.config import Config, ConfigFile, MetaType

config = Config.from_sources(
    ConfigFile(post_hooks=[]), MetaType.NONE, Path("/seller-api.json"), "utf-8", True, Path("/clients/seller_api")
)
problems = [f"{one.header} {one.detail}" for one in openapi_python_client.generate(config=config)]
sys.path.append("/clients")
problems
`

export interface PythonClient {
  /** What the generator could not do. */
  readonly problems: ReadonlyArray<string>
  /** Runs a program, and gives what it prints. */
  run(program: string, env: Readonly<Record<string, string>>): Promise<string>
}

/** Generates a client, as the module `seller_api`. */
export const makePythonClient = async (description: string): Promise<PythonClient> => {
  const printed: Array<string> = []
  const python: PyodideAPI = await loadPyodide({ stdout: (line) => printed.push(line) })
  for (const wheel of readdirSync(wheels)) python.unpackArchive(bytesOf(join(wheels, wheel)), "wheel")
  python.FS.writeFile("/seller-api.json", description)
  python.FS.mkdir("/clients")
  await python.runPythonAsync(setUp)
  const problems = (await python.runPythonAsync(generate)).toJs()
  return {
    problems,
    run: async (program, env) => {
      python.globals.set("given", python.toPy(env))
      await python.runPythonAsync("import os\nos.environ.update(given)")
      printed.length = 0
      await python.runPythonAsync(program)
      return printed.join("\n")
    }
  }
}
