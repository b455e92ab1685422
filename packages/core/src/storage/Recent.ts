/** Values by texts, of which the most recent are kept. What is old is dropped all at once, which costs less than one by one. */
export class Recent<Value> {
  private readonly most: number
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()
  private characters = 0

  /** Texts of at least so many characters together are kept, and of twice as many at most. A single text has fewer. */
  constructor(most: number) {
    this.most = most
  }

  get(key: string): Value | undefined {
    const found = this.young.get(key)
    if (found !== undefined) return found
    const older = this.old.get(key)
    // What is asked for again is recent again.
    if (older !== undefined) this.add(key, older)
    return older
  }

  add(key: string, value: Value): void {
    if (this.characters + key.length > this.most) {
      this.old = this.young
      this.young = new Map()
      this.characters = 0
    }
    const { size } = this.young
    this.young.set(key, value)
    if (this.young.size > size) this.characters += key.length
  }
}
