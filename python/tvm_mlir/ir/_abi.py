# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mlir-c/*.h and compiler/api/tvm_ir.h for ctypes.

MLIR passes its objects as structs of one pointer, which are passed like a pointer.
Here they are `c_void_p`.
"""

from __future__ import annotations

import ctypes
import functools
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int8, c_int64, c_size_t
from ctypes import c_ssize_t as intptr
from ctypes import c_uint, c_void_p
from typing import Any, Callable, Iterable

from .._library import open_library

Array = Any
"""An array of pointers; ctypes makes the type for each length."""


class StringRef(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    @property
    def text(self) -> str:
        return ctypes.string_at(self.data, self.length).decode(errors="replace")


class NamedAttribute(ctypes.Structure):
    _fields_ = [("name", c_void_p), ("attribute", c_void_p)]


class OperationState(ctypes.Structure):
    _fields_ = [
        ("name", StringRef),
        ("location", c_void_p),
        ("num_results", intptr),
        ("results", c_void_p),
        ("num_operands", intptr),
        ("operands", c_void_p),
        ("num_regions", intptr),
        ("regions", c_void_p),
        ("num_successors", intptr),
        ("successors", c_void_p),
        ("num_attributes", intptr),
        ("attributes", c_void_p),
        ("infer_types", c_bool),
    ]


StringCallback = ctypes.CFUNCTYPE(None, StringRef, c_void_p)
DiagnosticHandler = ctypes.CFUNCTYPE(c_int8, c_void_p, c_void_p)

# Callbacks of passes and patterns: constructors, actions, and their data.
Nothing = ctypes.CFUNCTYPE(None, c_void_p)
Initialize = ctypes.CFUNCTYPE(c_int8, c_void_p, c_void_p)
Clone = ctypes.CFUNCTYPE(c_void_p, c_void_p)
RunPass = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
MatchAndRewrite = ctypes.CFUNCTYPE(c_int8, c_void_p, c_void_p, c_void_p, c_void_p)


class PassCallbacks(ctypes.Structure):
    _fields_ = [
        ("construct", Nothing),
        ("destruct", Nothing),
        ("initialize", Initialize),
        ("clone", Clone),
        ("run", RunPass),
    ]


class PatternCallbacks(ctypes.Structure):
    _fields_ = [
        ("construct", Nothing),
        ("destruct", Nothing),
        ("match_and_rewrite", MatchAndRewrite),
    ]


_P = c_void_p
_S = StringRef
_PRINT = [_P, StringCallback, _P]
_STATE = POINTER(OperationState)

# Name without "mlir" -> result, arguments.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    # Contexts.
    "ContextCreateWithRegistry": (_P, [_P, c_bool]),
    "ContextDestroy": (None, [_P]),
    "ContextAttachDiagnosticHandler": (
        ctypes.c_uint64,
        [_P, DiagnosticHandler, _P, _P],
    ),
    "ContextGetAllowUnregisteredDialects": (c_bool, [_P]),
    "ContextIsRegisteredOperation": (c_bool, [_P, _S]),
    "ContextLoadAllAvailableDialects": (None, [_P]),
    "ContextSetAllowUnregisteredDialects": (None, [_P, c_bool]),
    "DialectRegistryCreate": (_P, []),
    "DialectRegistryDestroy": (None, [_P]),
    "DiagnosticGetSeverity": (c_uint, [_P]),
    "EmitError": (None, [_P, c_char_p]),
    "IdentifierGet": (_P, [_P, _S]),
    "IdentifierStr": (_S, [_P]),
    # Locations.
    "LocationFileLineColGet": (_P, [_P, _S, c_uint, c_uint]),
    "LocationNameGet": (_P, [_P, _S, _P]),
    "LocationPrint": (None, _PRINT),
    "LocationUnknownGet": (_P, [_P]),
    # Types.
    "TypeParseGet": (_P, [_P, _S]),
    "TypePrint": (None, _PRINT),
    "TypeIsAInteger": (c_bool, [_P]),
    "TypeIsAFloat": (c_bool, [_P]),
    "TypeIsAIndex": (c_bool, [_P]),
    "TypeIsAFunction": (c_bool, [_P]),
    "TypeIsAShaped": (c_bool, [_P]),
    "IntegerTypeGet": (_P, [_P, c_uint]),
    "IntegerTypeGetWidth": (c_uint, [_P]),
    "FloatTypeGetWidth": (c_uint, [_P]),
    "IndexTypeGet": (_P, [_P]),
    **{f"TypeIsA{name}": (c_bool, [_P]) for name in ("F16", "BF16", "F32", "F64")},
    **{f"{name}TypeGet": (_P, [_P]) for name in ("F16", "BF16", "F32", "F64")},
    "FunctionTypeGetNumInputs": (intptr, [_P]),
    "FunctionTypeGetInput": (_P, [_P, intptr]),
    "FunctionTypeGetNumResults": (intptr, [_P]),
    "FunctionTypeGetResult": (_P, [_P, intptr]),
    "ShapedTypeGetElementType": (_P, [_P]),
    "ShapedTypeHasRank": (c_bool, [_P]),
    "ShapedTypeGetRank": (c_int64, [_P]),
    "ShapedTypeGetDimSize": (c_int64, [_P, intptr]),
    "ShapedTypeGetDynamicSize": (c_int64, []),
    # Attributes.
    "AttributeParseGet": (_P, [_P, _S]),
    "AttributePrint": (None, _PRINT),
    "AttributeGetType": (_P, [_P]),
    "AttributeIsABool": (c_bool, [_P]),
    "AttributeIsAInteger": (c_bool, [_P]),
    "AttributeIsAFloat": (c_bool, [_P]),
    "AttributeIsAString": (c_bool, [_P]),
    "AttributeIsAArray": (c_bool, [_P]),
    "AttributeIsAType": (c_bool, [_P]),
    "AttributeIsAUnit": (c_bool, [_P]),
    "BoolAttrGet": (_P, [_P, ctypes.c_int]),
    "BoolAttrGetValue": (c_bool, [_P]),
    "FloatAttrDoubleGet": (_P, [_P, _P, c_double]),
    "FloatAttrGetValueDouble": (c_double, [_P]),
    "StringAttrGet": (_P, [_P, _S]),
    "StringAttrGetValue": (_S, [_P]),
    "ArrayAttrGet": (_P, [_P, intptr, _P]),
    "ArrayAttrGetNumElements": (intptr, [_P]),
    "ArrayAttrGetElement": (_P, [_P, intptr]),
    "TypeAttrGet": (_P, [_P]),
    "TypeAttrGetValue": (_P, [_P]),
    "UnitAttrGet": (_P, [_P]),
    # Operations.
    "ModuleCreateEmpty": (_P, [_P]),
    "ModuleCreateParse": (_P, [_P, _S]),
    "ModuleCreateParseFromFile": (_P, [_P, _S]),
    "ModuleGetOperation": (_P, [_P]),
    "OperationStateGet": (OperationState, [_S, _P]),
    "OperationStateAddResults": (None, [_STATE, intptr, _P]),
    "OperationStateAddOperands": (None, [_STATE, intptr, _P]),
    "OperationStateAddOwnedRegions": (None, [_STATE, intptr, _P]),
    "OperationStateAddSuccessors": (None, [_STATE, intptr, _P]),
    "OperationStateAddAttributes": (None, [_STATE, intptr, POINTER(NamedAttribute)]),
    "OperationStateEnableResultTypeInference": (None, [_STATE]),
    "OperationCreate": (_P, [_STATE]),
    "OperationCreateParse": (_P, [_P, _S, _S]),
    "OperationClone": (_P, [_P]),
    "OperationRemoveFromParent": (None, [_P]),
    "OperationMoveAfter": (None, [_P, _P]),
    "OperationMoveBefore": (None, [_P, _P]),
    "OperationGetName": (_P, [_P]),
    "OperationGetLocation": (_P, [_P]),
    "OperationGetBlock": (_P, [_P]),
    "OperationGetParentOperation": (_P, [_P]),
    "OperationGetNextInBlock": (_P, [_P]),
    "OperationGetNumRegions": (intptr, [_P]),
    "OperationGetRegion": (_P, [_P, intptr]),
    "OperationGetNumOperands": (intptr, [_P]),
    "OperationGetOperand": (_P, [_P, intptr]),
    "OperationSetOperand": (None, [_P, intptr, _P]),
    "OperationGetNumResults": (intptr, [_P]),
    "OperationGetResult": (_P, [_P, intptr]),
    "OperationGetNumSuccessors": (intptr, [_P]),
    "OperationGetSuccessor": (_P, [_P, intptr]),
    "OperationGetNumAttributes": (intptr, [_P]),
    "OperationGetAttribute": (NamedAttribute, [_P, intptr]),
    "OperationGetAttributeByName": (_P, [_P, _S]),
    "OperationSetAttributeByName": (None, [_P, _S, _P]),
    "OperationRemoveAttributeByName": (c_bool, [_P, _S]),
    "OperationPrintWithFlags": (None, [_P, _P, StringCallback, _P]),
    "OperationVerify": (c_bool, [_P]),
    "OpPrintingFlagsCreate": (_P, []),
    "OpPrintingFlagsDestroy": (None, [_P]),
    "OpPrintingFlagsAssumeVerified": (None, [_P]),
    "OpPrintingFlagsEnableDebugInfo": (None, [_P, c_bool, c_bool]),
    "OpPrintingFlagsPrintGenericOpForm": (None, [_P]),
    "OpPrintingFlagsUseLocalScope": (None, [_P]),
    # Regions and blocks.
    "RegionCreate": (_P, []),
    "RegionGetFirstBlock": (_P, [_P]),
    "RegionAppendOwnedBlock": (None, [_P, _P]),
    "RegionInsertOwnedBlock": (None, [_P, intptr, _P]),
    "BlockCreate": (_P, [intptr, _P, _P]),
    "BlockGetParentOperation": (_P, [_P]),
    "BlockGetParentRegion": (_P, [_P]),
    "BlockGetNextInRegion": (_P, [_P]),
    "BlockGetFirstOperation": (_P, [_P]),
    "BlockGetTerminator": (_P, [_P]),
    "BlockGetNumArguments": (intptr, [_P]),
    "BlockGetArgument": (_P, [_P, intptr]),
    "BlockAddArgument": (_P, [_P, _P, _P]),
    "BlockAppendOwnedOperation": (None, [_P, _P]),
    "BlockInsertOwnedOperationBefore": (None, [_P, _P, _P]),
    "BlockPrint": (None, _PRINT),
    # Values.
    "ValueIsAOpResult": (c_bool, [_P]),
    "OpResultGetOwner": (_P, [_P]),
    "OpResultGetResultNumber": (intptr, [_P]),
    "BlockArgumentGetOwner": (_P, [_P]),
    "BlockArgumentGetArgNumber": (intptr, [_P]),
    "ValueGetType": (_P, [_P]),
    "ValueSetType": (None, [_P, _P]),
    "ValuePrint": (None, _PRINT),
    "ValueGetFirstUse": (_P, [_P]),
    "ValueReplaceAllUsesOfWith": (None, [_P, _P]),
    "OpOperandGetOwner": (_P, [_P]),
    "OpOperandGetOperandNumber": (c_uint, [_P]),
    "OpOperandGetNextUse": (_P, [_P]),
    # Passes.
    "TypeIDAllocatorCreate": (_P, []),
    "TypeIDAllocatorAllocateTypeID": (_P, [_P]),
    "PassManagerCreateOnOperation": (_P, [_P, _S]),
    "PassManagerDestroy": (None, [_P]),
    "PassManagerGetAsOpPassManager": (_P, [_P]),
    "PassManagerGetNestedUnder": (_P, [_P, _S]),
    "PassManagerEnableVerifier": (None, [_P, c_bool]),
    "PassManagerRunOnOp": (c_int8, [_P, _P]),
    "OpPassManagerAddOwnedPass": (None, [_P, _P]),
    "OpPassManagerAddPipeline": (c_int8, [_P, _S, StringCallback, _P]),
    "ParsePassPipeline": (c_int8, [_P, _S, StringCallback, _P]),
    "PrintPassPipeline": (None, _PRINT),
    "CreateExternalPass": (
        _P,
        [_P, _S, _S, _S, _S, intptr, _P, PassCallbacks, _P],
    ),
    "ExternalPassSignalFailure": (None, [_P]),
    # Patterns.
    "OpRewritePatternCreate": (
        _P,
        [_S, c_uint, _P, PatternCallbacks, _P, c_size_t, _P],
    ),
    "RewritePatternSetCreate": (_P, [_P]),
    "RewritePatternSetDestroy": (None, [_P]),
    "RewritePatternSetAdd": (None, [_P, _P]),
    "FreezeRewritePattern": (_P, [_P]),
    "FrozenRewritePatternSetDestroy": (None, [_P]),
    "GreedyRewriteDriverConfigCreate": (_P, []),
    "GreedyRewriteDriverConfigDestroy": (None, [_P]),
    "ApplyPatternsAndFoldGreedilyWithOp": (c_int8, [_P, _P, _P]),
    "PatternRewriterAsBase": (_P, [_P]),
    "RewriterBaseInsert": (_P, [_P, _P]),
    "RewriterBaseSetInsertionPointBefore": (None, [_P, _P]),
    "RewriterBaseSetInsertionPointToEnd": (None, [_P, _P]),
    "RewriterBaseReplaceAllOpUsesWithValueRange": (None, [_P, _P, intptr, _P]),
    "RewriterBaseEraseOp": (None, [_P, _P]),
}

# Functions of tvm_ir.h, without "tvm_".
_OURS: dict[str, tuple[Any, list[Any]]] = {
    "register_all": (None, [_P]),
    "context_print_op_on_diagnostic": (None, [_P, c_bool]),
    "diagnostic_print": (None, _PRINT),
    "operation_destroy": (None, [_P]),
    "operation_drop_uses_outside": (None, [_P]),
    "operation_has_null_operands": (c_bool, [_P]),
    "operation_has_unlinked_operands": (c_bool, [_P]),
    "operation_has_uses_outside": (c_bool, [_P]),
}


class Functions:
    """MLIR's functions by their names without "mlir", and this project's without
    "tvm_"."""

    def __init__(self) -> None:
        # Calls hold the interpreter's lock, because contexts are for one thread.
        library = ctypes.PyDLL(open_library("libtvm_mlir_compiler.so")._name)
        for prefix, table in (("mlir", _FUNCTIONS), ("tvm_", _OURS)):
            for name, (result, arguments) in table.items():
                function = getattr(library, prefix + name)
                function.restype = result
                function.argtypes = arguments
                setattr(self, name, function)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(name)


@functools.lru_cache(maxsize=None)
def mlir() -> Functions:
    return Functions()


def string(text: str) -> StringRef:
    """A view of `text`, which lives as long as the view."""
    if not isinstance(text, str):
        raise TypeError(f"expected a str, got {text!r}")
    data = text.encode()
    view = StringRef(ctypes.cast(c_char_p(data), c_void_p).value, len(data))
    view.owner = data
    return view


def pointers(elements: Iterable[int]) -> Array:
    found = list(elements)
    return (c_void_p * len(found))(*found)


def printed(function: Callable[..., Any], *arguments: Any) -> str:
    """Returns the text that `function` passes to its callback."""
    pieces: list[bytes] = []

    def take(piece: StringRef, user: int | None) -> None:
        pieces.append(ctypes.string_at(piece.data, piece.length))

    function(*arguments, StringCallback(take), None)
    return b"".join(pieces).decode(errors="replace")
