import { compileOwn } from '../validator/own.ts';
import type { OwnValidator } from '../validator/own-errors.ts';
import { FORMAT } from './format.ts';

let validator: OwnValidator | null = null;

/** Holds a file against the format. The build puts the compiled format in the place of this file. */
export const validateFormat: OwnValidator = (value) => {
  validator ??= compileOwn(FORMAT);
  return validator(value);
};
