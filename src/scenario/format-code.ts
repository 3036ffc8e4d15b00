import { ownCode } from '../validator/own-code.ts';
import { FORMAT } from './format.ts';

/** What the build puts in the place of `format-validator.ts`. */
export const code = `import { readErrors } from '../validator/own-errors.ts';
${ownCode(FORMAT)}
export const validateFormat = (value) => readErrors(validate, value);
`;
