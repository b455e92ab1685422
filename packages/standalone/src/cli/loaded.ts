/** What a command does is loaded once the command is run, so that every start loads little. */
import { Effect } from "effect"
import { endsWhen } from "./Ending.ts"

type Run<Input, A, E, R> = (input: Input) => Effect.Effect<A, E, R>

export const loaded =
  <Input, A, E, R>(load: () => Promise<Run<Input, A, E, R>>): Run<Input, A, E, R> =>
  (input) =>
    Effect.flatMap(Effect.promise(load), (run) => run(input))

/** For commands that go on until they are told to stop, which may be before they are loaded. */
export const loadedUntil =
  <Input, A, E, R>(ending: "stopped" | "unread", load: () => Promise<Run<Input, A, E, R>>): Run<Input, A, E, R> =>
  (input) =>
    Effect.andThen(endsWhen(ending), loaded(load)(input))

/** Commands that serve requests have their schemas compiled. That is decided before the first schema is made. */
export const loadedCompiled = <Input, A, E, R>(load: () => Promise<Run<Input, A, E, R>>): Run<Input, A, E, R> =>
  loadedUntil("stopped", async () => {
    await import("effect/schema/SchemaJITCompiler/enable")
    return load()
  })
