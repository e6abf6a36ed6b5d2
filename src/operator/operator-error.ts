/** Something that the operator can mend; its message is printed and the command ends with exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
