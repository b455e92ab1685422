/**
 * What people read of an API besides its paths and schemas. It is kept apart from the schemas and joined with them only where the
 * OpenAPI document is made (`documented.ts`): the code that reads requests is as small and as fast as without it.
 */
import type { PublishedRefusal } from "../refusals/InputRefusals.ts"
import type { Description } from "./Description.ts"

/** A value of JSON. */
export type Example =
  | boolean
  | null
  | number
  | string
  | ReadonlyArray<Example>
  | { readonly [name: string]: Example | undefined }

/**
 * What a field is, and what it may look like, where its schema does not show that itself. `apart`: the field goes with another
 * outcome than the rest, so that examples of the whole leave it out.
 */
export type Explained = readonly [sentence: string, example?: Example | undefined, apart?: "apart"]

type Texts = Readonly<Record<string, string>>

export interface Documentation {
  /** What the API is for, and what holds for all of it. */
  readonly description: string
  /** Examples of texts, by their format. */
  readonly formats: Texts & { readonly uuid: string }
  /**
   * Fields by their name alone, or by `Whole.field` where the field means something else there. A whole is a named schema, or the
   * operation that has the body, and then the fields on the way. Parameters by `?name`, or `operation?name`. A body that is no object
   * by `operation.body`, such an answer by `operation.answer`.
   */
  readonly fields: Readonly<Record<string, Explained>>
  /** When an operation answers so: by the status, by `operation status`, or by the operation alone where it succeeds. */
  readonly answers: Texts
  /** Examples of errors by the status, or by `operation status`. Those of 404 are made from `nouns`. */
  readonly problems: Readonly<Record<string, readonly [title: string, detail: string]>>
  /** Examples of errors whose body is one text, by `operation status`. */
  readonly refusals: Texts
  /** What is wrong in the example of a 400, by its location, or by the part of the request. */
  readonly mistakes: Readonly<Record<string, readonly [message: string, value: Example]>>
  /** The nouns for ids in paths, by the part of the path before the id. */
  readonly nouns: Texts
}

/** What people read of the operations of one feature. */
export interface FeatureDocumentation<Facts = unknown> extends Partial<
  Pick<Documentation, "answers" | "fields" | "mistakes" | "nouns" | "problems">
> {
  /** As they are published. */
  readonly refusals?: Readonly<Record<string, PublishedRefusal>>
  /** Adds what is not declared: what only an installation knows, and what is no operation. */
  readonly complete?: (spec: Description, documentation: Documentation, facts: Facts) => Description
}
