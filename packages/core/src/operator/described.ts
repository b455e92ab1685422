/** What the description of the operator interface says of an operation. */
import { OpenApi } from "effect/http-api"

export const described = (summary: string, description: string) => OpenApi.annotations({ summary, description })
