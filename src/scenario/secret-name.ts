/** Whether a variable's name says that its value is secret. */
export function isSecretName(name: string): boolean {
  return /TOKEN|KEY|SECRET|PASSWORD/i.test(name);
}
