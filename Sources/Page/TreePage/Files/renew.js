// Puts new contents into an element. What is the same stays, and with it focus, selection, scroll position
// and what is open; only what differs is replaced.

import { act, add } from "./words.js";

export function renew(element, ...children) {
  renewChildren(element, add(document.createDocumentFragment(), ...children).childNodes);
}

// Elements with keys are the same where their keys are; others where they follow in the same order.
export function renewChildren(element, children) {
  const keyed = new Map();
  for (const child of element.childNodes) if (child.key !== undefined) keyed.set(child.key, child);
  let at = element.firstChild;
  for (const next of Array.from(children)) {
    const same = next.key === undefined ? isSame(at, next) ? at : null : keyed.get(next.key);
    if (!same || !isSame(same, next)) {
      element.insertBefore(next, at);
      continue;
    }
    // What stands before it and is wanted later comes back at its place.
    if (same !== at) element.insertBefore(same, at);
    else at = at.nextSibling;
    renewNode(same, next);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function isSame(node, next) {
  return node !== null && node.nodeName === next.nodeName && node.key === next.key;
}

function renewNode(node, next) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== next.data) node.data = next.data;
    return;
  }
  if (node.renewFrom) return node.renewFrom(next);
  for (const name of new Set([...node.getAttributeNames(), ...next.getAttributeNames()])) {
    // A person opened or closed it since. A policy refuses styles as text.
    if (name === "style" || name === "open") continue;
    const value = next.getAttribute(name);
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  if (node.style.cssText !== next.style.cssText) node.style.cssText = next.style.cssText;
  for (const name of Object.keys(next.acts ?? {})) {
    if (!node.acts?.[name]) node.addEventListener(name, act);
  }
  node.acts = next.acts;
  node.item = next.item;
  renewChildren(node, next.childNodes);
}
