import { escapeToken } from '../model/pointer.ts';

/** Shorter values would blacken ordinary words. */
const MIN_SECRET = 8;

/**
 * The spellings in which a secret may turn up: as it stands, trimmed, line by line, URL-encoded,
 * JSON-escaped as several languages do it, and in base64 at all three alignments (`user:token`
 * holds the token shifted). Longest first.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const values = secrets.flatMap((secret) => [secret, secret.trim(), ...secret.split(/\r?\n/)]);
  const forms = values
    .filter(isLong)
    .flatMap((value) => [
      value,
      value.replaceAll('\n', '\r\n'),
      ...urlForms(value),
      ...jsonForms(value),
      escapeToken(value),
      ...base64Forms(value),
    ]);
  return [...new Set(forms.filter(isLong))].sort((a, b) => b.length - a.length);
}

export function isLong(text: string): boolean {
  return text.length >= MIN_SECRET;
}

function urlForms(value: string): string[] {
  const proper = value.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  const whole = encodeURIComponent(proper);
  const forms = [whole, whole.replaceAll('%2F', '/'), encodeURI(proper)];
  return forms
    .flatMap((form) => [form, form.replaceAll('%20', '+')])
    .flatMap((form) => [form, form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
}

function jsonForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll(/[<>&]/g, unicodeEscape),
    json.replaceAll(/[^\0-\x7F]/g, unicodeEscape),
  ];
  return forms.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The letters that the secret alone decides, whatever stands before and behind it. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    const standard = shifted.toString('base64').slice(first, last);
    return [standard, standard.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
