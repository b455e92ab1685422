/** How what a transaction changes in memory is undone when it fails. */
export class Undo {
  private steps: Array<() => void> = []

  add(step: () => void): void {
    this.steps.push(step)
  }

  transaction<A>(commit: () => A): A {
    this.steps = []
    try {
      return commit()
    } catch (cause) {
      for (const undo of this.steps.toReversed()) undo()
      throw cause
    } finally {
      this.steps = []
    }
  }
}
