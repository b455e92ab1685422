/** Why a file cannot be read or written, in words for people. */
import { Predicate } from "effect"

/** By the codes of the system. */
const words: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EDQUOT: "the quota of its disk is used up",
  EISDIR: "it is a folder",
  ENOENT: "it is not there",
  ENOSPC: "its disk is full",
  ENOTDIR: "a part of its path is no folder",
  EPERM: "this user may not",
  EROFS: "its file system is read-only"
}

const codeIn = (error: unknown): string => {
  if (!Predicate.hasProperty(error, "cause")) return ""
  const { cause } = error
  return Predicate.hasProperty(cause, "code") ? String(cause.code) : codeIn(cause)
}

/** What the platform says, where that is something else. */
export const fileReason = (error: { readonly message: string }): string => words[codeIn(error)] ?? error.message

/** Why a file cannot be written where only its folder is missing. */
export const noFolder = "its folder is not there"

/** The same of a file that is to be written. */
export const unwritableReason = (error: { readonly message: string }): string =>
  codeIn(error) === "ENOENT" ? noFolder : fileReason(error)

const pathIn = (error: unknown): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : undefined
  return Predicate.hasProperty(reason, "pathOrDescriptor") && typeof reason.pathOrDescriptor === "string"
    ? `${reason.pathOrDescriptor}: `
    : ""
}

/** The same with the file's name, where the platform says it. */
export const namedFileReason = (error: { readonly message: string }): string => `${pathIn(error)}${fileReason(error)}`
